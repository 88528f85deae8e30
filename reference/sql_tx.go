package reference

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// sqlTx is a transaction of a store that speaks SQL. The statements are those
// that SQLite and PostgreSQL understand alike; what differs is in the dialect.
type sqlTx struct {
	ctx context.Context
	tx  *sql.Tx
	*sqlDialect
}

// sqlDialect is what one database says in a way of its own.
type sqlDialect struct {
	next string // statement that returns the next number
	lock string // ending of a SELECT that keeps other writers away until the commit
	dead func(t *sqlTx, owner string) (bool, error)
}

const recordColumns = `slot, nonce, owner, account, credential, fingerprint, claimed, finished, expires, status, header, body`

// The conflict clause changes nothing. It makes the statement return the row
// that was there, and keep it there, in the same atomic step.
const insertRecord = `INSERT INTO keys (` + recordColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (slot) DO UPDATE SET slot = keys.slot
RETURNING ` + recordColumns

const putRecord = `INSERT INTO keys (` + recordColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (slot) DO UPDATE SET nonce = excluded.nonce, owner = excluded.owner,
	account = excluded.account, credential = excluded.credential, fingerprint = excluded.fingerprint,
	claimed = excluded.claimed, finished = excluded.finished, expires = excluded.expires, status = excluded.status, header = excluded.header, body = excluded.body`

func (t *sqlTx) Insert(r Record) (Record, error) {
	args, err := recordArgs(r)
	if err != nil {
		return Record{}, err
	}
	return scanRecord(t.tx.QueryRowContext(t.ctx, insertRecord, args...))
}

func (t *sqlTx) Record(slot string) (Record, bool, error) {
	r, err := scanRecord(t.tx.QueryRowContext(t.ctx,
		`SELECT `+recordColumns+` FROM keys WHERE slot = $1`+t.lock, slot))
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, false, nil
	}
	return r, err == nil, err
}

func (t *sqlTx) Put(r Record) error {
	args, err := recordArgs(r)
	if err != nil {
		return err
	}
	return t.exec(putRecord, args...)
}

func (t *sqlTx) Delete(slot string) error {
	return t.exec(`DELETE FROM keys WHERE slot = $1`, slot)
}

func (t *sqlTx) Sweep(until time.Time) error {
	return t.exec(`DELETE FROM keys WHERE expires > 0 AND expires <= $1`, nanos(until))
}

func (t *sqlTx) Dead(owner string) (bool, error) { return t.dead(t, owner) }

func (t *sqlTx) Next() (uint64, error) {
	var n int64
	err := t.tx.QueryRowContext(t.ctx, t.next).Scan(&n)
	return uint64(n), err
}

func (t *sqlTx) exec(statement string, args ...any) error {
	_, err := t.tx.ExecContext(t.ctx, statement, args...)
	return err
}

// recordArgs gives the columns of a record. A record without an answer has the
// status zero.
func recordArgs(r Record) ([]any, error) {
	a := Answer{}
	if r.Answer != nil {
		a = *r.Answer
	}
	header, err := json.Marshal(a.Header)
	if err != nil {
		return nil, err
	}
	return []any{
		r.Slot, r.Nonce, r.Owner, r.Account, r.Credential, r.Fingerprint,
		nanos(r.Claimed), nanos(r.Finished), nanos(r.Expires), a.Status, string(header), a.Body,
	}, nil
}

func scanRecord(row row) (Record, error) {
	var r Record
	var claimed, finished, expires int64
	var status int
	var header string
	var body []byte
	err := row.Scan(&r.Slot, &r.Nonce, &r.Owner, &r.Account, &r.Credential, &r.Fingerprint,
		&claimed, &finished, &expires, &status, &header, &body)
	if err != nil {
		return Record{}, err
	}
	r.Claimed, r.Finished, r.Expires = instant(claimed), instant(finished), instant(expires)
	if status != 0 {
		var h http.Header
		if err := json.Unmarshal([]byte(header), &h); err != nil {
			return Record{}, err
		}
		r.Answer = &Answer{Status: status, Header: h, Body: body}
	}
	return r, nil
}

// nanos writes an instant as nanoseconds of Unix time, and the zero time as 0.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func instant(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns)
}
