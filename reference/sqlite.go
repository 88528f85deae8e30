package reference

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	_ "modernc.org/sqlite" // the driver named sqlite
)

// SQLite is a [Store] in one file. It belongs to one process at a time: the
// file is locked from its opening to the end of the process, whatever that end
// is. Holding the lock and finding a claim of another opening therefore proves
// that the claim's owner is dead.
type SQLite struct {
	path, address string
	owner         atomic.Value // string

	mu      sync.RWMutex // held for writing while one opening gives way to the next
	db      *sql.DB
	dialect sqlDialect
}

// A Durability says what a commit to a file waits for.
type Durability string

// The durabilities.
const (
	Full Durability = "full" // the disk: a commit outlives a loss of power
	Off  Durability = "off"  // nothing: a commit outlives the process alone; for temporary files
)

const sqliteNumbers = `
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
	s := &SQLite{path: path, address: "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()}
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *SQLite) open(ctx context.Context) error {
	db, err := sql.Open("sqlite", s.address)
	if err != nil {
		return fmt.Errorf("store %q: %w", s.path, err)
	}
	// One connection holds the lock for as long as the store is open.
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	if _, err := db.ExecContext(ctx, sqliteTypes.Replace(sqlSchema)+sqliteNumbers); err != nil {
		err = fmt.Errorf("store %q: %w", s.path, err)
		if strings.Contains(err.Error(), "locked") {
			err = fmt.Errorf("%w: another server has it open; stop that one or name another file", err)
		}
		return errors.Join(err, db.Close())
	}
	owner := rand.Text()
	s.db = db
	s.owner.Store(owner)
	s.dialect = sqlDialect{
		next: `UPDATE numbers SET n = n + 1 RETURNING n`,
		dead: func(_ *sqlTx, other string) (bool, error) { return other != owner, nil },
	}
	return nil
}

// Owner implements [Store].
func (s *SQLite) Owner() string { return s.owner.Load().(string) }

// Renew implements [Store]. The file is closed and opened again.
func (s *SQLite) Renew(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.db.Close(), s.open(ctx))
}

// Close implements [Store].
func (s *SQLite) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.Close()
}

// Do implements [Store]. Transactions run one after another.
func (s *SQLite) Do(ctx context.Context, f func(Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return transact(ctx, s.db, &s.dialect, f)
}
