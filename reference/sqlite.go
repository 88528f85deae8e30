package reference

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	_ "modernc.org/sqlite" // the driver named sqlite
)

// SQLite is a [Store] in one file. It belongs to one process at a time: the
// file is locked from its opening to the end of the process, whatever that end
// is. Holding the lock and finding a claim of another opening therefore proves
// that the claim's owner is dead.
type SQLite struct {
	db      *sql.DB
	owner   string
	dialect sqlDialect
}

// A Durability says what a commit to a file waits for.
type Durability string

// The durabilities.
const (
	Full Durability = "full" // the disk: a commit outlives a loss of power
	Off  Durability = "off"  // nothing: a commit outlives the process alone; for temporary files
)

const sqliteSchema = `
CREATE TABLE IF NOT EXISTS keys (
	slot TEXT PRIMARY KEY, nonce TEXT NOT NULL, owner TEXT NOT NULL, account TEXT NOT NULL,
	fingerprint TEXT NOT NULL, claimed INTEGER NOT NULL, finished INTEGER NOT NULL,
	status INTEGER NOT NULL, header TEXT NOT NULL, body BLOB);
CREATE TABLE IF NOT EXISTS objects (
	kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, account TEXT NOT NULL,
	marker TEXT NOT NULL, version INTEGER NOT NULL, data BLOB, PRIMARY KEY (kind, id));
CREATE INDEX IF NOT EXISTS objects_listed ON objects (kind, account, seq);
CREATE INDEX IF NOT EXISTS objects_marked ON objects (kind, account, marker, seq);
CREATE TABLE IF NOT EXISTS effects (
	seq INTEGER PRIMARY KEY, id TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL,
	account TEXT NOT NULL, kind TEXT NOT NULL, marker TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS effects_marked ON effects (marker, seq);
CREATE TABLE IF NOT EXISTS numbers (n INTEGER NOT NULL);
INSERT INTO numbers SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM numbers);`

// OpenSQLite opens or creates the store in a file. It is an error if another
// process, or this one, has it open already.
func OpenSQLite(ctx context.Context, path string, d Durability) (*SQLite, error) {
	// Exclusive locking has to come before the journal mode, since SQLite then
	// keeps the lock and needs no shared memory beside the file.
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(1000)", "locking_mode(exclusive)", "journal_mode(wal)", "synchronous(" + string(d) + ")",
	}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", path, err)
	}
	// One connection holds the lock for as long as the store is open.
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	if _, err := db.ExecContext(ctx, sqliteSchema); err != nil {
		err = fmt.Errorf("store %q: %w", path, err)
		if strings.Contains(err.Error(), "locked") {
			err = fmt.Errorf("%w: another server has it open; stop that one or name another file", err)
		}
		return nil, errors.Join(err, db.Close())
	}
	s := &SQLite{db: db, owner: rand.Text()}
	s.dialect = sqlDialect{
		next: `UPDATE numbers SET n = n + 1 RETURNING n`,
		dead: func(_ *sqlTx, owner string) (bool, error) { return owner != s.owner, nil },
	}
	return s, nil
}

// Owner implements [Store].
func (s *SQLite) Owner() string { return s.owner }

// Close implements [Store].
func (s *SQLite) Close() error { return s.db.Close() }

// Do implements [Store]. Transactions run one after another.
func (s *SQLite) Do(ctx context.Context, f func(Tx) error) error {
	return transact(ctx, s.db, &s.dialect, f)
}
