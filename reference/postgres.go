package reference

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lib/pq"
)

// Postgres is a [Store] in a database that several processes share. The slot is
// a primary key, and whatever a request does is one transaction.
//
// Each opening holds an advisory lock of its own for as long as its session
// lives. The database frees it when the process dies, whatever its death is, and
// therefore a claim whose owner's lock is free is a claim of the dead. An owner
// that lost its session and lives may lose its claims by that, and then commits
// nothing.
type Postgres struct {
	address, schema string
	owner           atomic.Value // string

	mu      sync.RWMutex // held for writing while one opening gives way to the next
	db      *sql.DB
	life    *sql.Conn // the session that holds the lock
	dialect sqlDialect
}

// postgresConns is how many connections one opening uses besides its lock's.
const postgresConns = 8

// OpenPostgres opens or creates the store in a schema of a database. Address is
// a URL such as postgres://user@host/name, or a list of key=value.
func OpenPostgres(ctx context.Context, address, schema string) (*Postgres, error) {
	s := &Postgres{address: address, schema: schema}
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// IsPostgres reports whether an address is one of a database for [OpenPostgres].
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Shared reports that other processes may use the store at the same time.
func (s *Postgres) Shared() bool { return true }

func (s *Postgres) open(ctx context.Context) error {
	config, err := pq.NewConfig(s.address)
	if err != nil {
		return fmt.Errorf("the address of the database: %w", err)
	}
	if config.Runtime == nil {
		config.Runtime = map[string]string{}
	}
	config.Runtime["search_path"] = pq.QuoteIdentifier(s.schema)
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return fmt.Errorf("the address of the database: %w", err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(postgresConns + 1)
	db.SetMaxIdleConns(postgresConns + 1)
	life, key, err := s.begin(ctx, db)
	if err != nil {
		return errors.Join(fmt.Errorf("database at %s, schema %q: %w", config.Host, s.schema, err), db.Close())
	}
	owner := strconv.FormatInt(key, 10)
	s.db, s.life = db, life
	s.owner.Store(owner)
	s.dialect = sqlDialect{
		next: `SELECT nextval('numbers')`,
		lock: ` FOR UPDATE`,
		dead: func(t *sqlTx, other string) (bool, error) {
			if other == owner {
				return false, nil
			}
			// Nobody holds it if this transaction can share it.
			var free bool
			err := t.tx.QueryRowContext(t.ctx, `SELECT pg_try_advisory_xact_lock_shared($1)`, lockOf(other)).Scan(&free)
			return free, err
		},
	}
	return nil
}

// begin makes the tables where they are missing and takes the lock by which
// others see that this opening lives.
func (s *Postgres) begin(ctx context.Context, db *sql.DB) (*sql.Conn, int64, error) {
	if err := s.create(ctx, db); err != nil {
		return nil, 0, err
	}
	life, err := db.Conn(ctx)
	if err != nil {
		return nil, 0, err
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never returns an error
	key := int64(binary.BigEndian.Uint64(random[:]))
	if _, err := life.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, key); err != nil {
		return nil, 0, errors.Join(err, life.Close())
	}
	return life, key, nil
}

// create makes the schema and its tables, one process at a time.
func (s *Postgres) create(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`SELECT pg_advisory_xact_lock(hashtext('idemspec schema'))`,
		`CREATE SCHEMA IF NOT EXISTS ` + pq.QuoteIdentifier(s.schema),
		sqlSchema,
		`CREATE SEQUENCE IF NOT EXISTS numbers`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return errors.Join(err, rollback(tx))
		}
	}
	return tx.Commit()
}

// lockOf is the key of an owner's lock. What is no owner's name has a lock that
// nobody holds.
func lockOf(owner string) int64 {
	key, err := strconv.ParseInt(owner, 10, 64)
	if err != nil {
		return 0
	}
	return key
}

// Owner implements [Store].
func (s *Postgres) Owner() string { return s.owner.Load().(string) }

// Renew implements [Store]. All connections are closed, and with them the lock
// is free.
func (s *Postgres) Renew(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.close(), s.open(ctx))
}

// Close implements [Store].
func (s *Postgres) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.close()
}

func (s *Postgres) close() error {
	// A session that was lost has freed its lock already.
	_, _ = s.life.ExecContext(context.Background(), `SELECT pg_advisory_unlock_all()`)
	return errors.Join(s.life.Close(), s.db.Close())
}

// Drop deletes the schema and all that is in it. The store is closed by that.
func (s *Postgres) Drop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.db.ExecContext(ctx, `DROP SCHEMA IF EXISTS `+pq.QuoteIdentifier(s.schema)+` CASCADE`)
	return errors.Join(err, s.close())
}

// longestQuarrel is how often a transaction is tried that others get in the way
// of.
const longestQuarrel = 20

// Do implements [Store]. A transaction that was chosen to end a deadlock is run
// again.
func (s *Postgres) Do(ctx context.Context, f func(Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var err error
	for range longestQuarrel {
		if err = transact(ctx, s.db, &s.dialect, f); !quarrel(err) {
			return err
		}
	}
	return err
}

// quarrel reports whether a transaction failed since others were in its way.
func quarrel(err error) bool {
	var e *pq.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Code == "40001" || e.Code == "40P01" // serialization failure, deadlock
}
