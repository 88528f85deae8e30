package reference

import (
	"database/sql"
	"errors"
)

const objectColumns = `kind, id, seq, account, marker, version, data`

const saveObject = `INSERT INTO objects (` + objectColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (kind, id) DO UPDATE SET seq = excluded.seq, account = excluded.account,
	marker = excluded.marker, version = excluded.version, data = excluded.data`

const listObjects = `SELECT ` + objectColumns + ` FROM objects
WHERE kind = $1 AND account = $2 AND seq > $3 AND ($4 OR marker = $5)
ORDER BY seq LIMIT $6`

func (t *sqlTx) Object(k Kind, id string) (Object, bool, error) {
	o, err := scanObject(t.tx.QueryRowContext(t.ctx,
		`SELECT `+objectColumns+` FROM objects WHERE kind = $1 AND id = $2`+t.lock, string(k), id))
	if errors.Is(err, sql.ErrNoRows) {
		return Object{}, false, nil
	}
	return o, err == nil, err
}

func (t *sqlTx) Objects(q Query) ([]Object, error) {
	rows, err := t.tx.QueryContext(t.ctx, listObjects,
		string(q.Kind), q.Account, int64(q.After), q.Marker == "", []byte(q.Marker), q.Limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanObject)
}

func (t *sqlTx) Save(o Object) error {
	return t.exec(saveObject, string(o.Kind), o.ID, int64(o.Seq), o.Account, []byte(o.Marker), o.Version, o.Data)
}

func (t *sqlTx) Remove(k Kind, id string) error {
	return t.exec(`DELETE FROM objects WHERE kind = $1 AND id = $2`, string(k), id)
}

func (t *sqlTx) Book(e Effect) error {
	return t.exec(`INSERT INTO effects (id, amount, currency, account, kind, marker) VALUES ($1, $2, $3, $4, $5, $6)`,
		e.ID, e.Amount, e.Currency, e.Account, e.Kind, []byte(e.Marker))
}

func (t *sqlTx) Effects(marker string) ([]Effect, error) {
	rows, err := t.tx.QueryContext(t.ctx,
		`SELECT id, amount, currency, account, kind, marker FROM effects WHERE marker = $1 ORDER BY seq`, []byte(marker))
	if err != nil {
		return nil, err
	}
	return collect(rows, func(r row) (Effect, error) {
		var e Effect
		var text []byte
		err := r.Scan(&e.ID, &e.Amount, &e.Currency, &e.Account, &e.Kind, &text)
		e.Marker = string(text)
		return e, err
	})
}

func (t *sqlTx) Count() (int, error) {
	var n int
	err := t.tx.QueryRowContext(t.ctx, `SELECT count(*) FROM effects`).Scan(&n)
	return n, err
}

// A row is what Scan reads from.
type row interface{ Scan(dest ...any) error }

func scanObject(r row) (Object, error) {
	var o Object
	var kind string
	var seq int64
	var marker []byte
	err := r.Scan(&kind, &o.ID, &seq, &o.Account, &marker, &o.Version, &o.Data)
	o.Kind, o.Seq, o.Marker = Kind(kind), uint64(seq), string(marker)
	return o, err
}

func collect[T any](rows *sql.Rows, scan func(row) (T, error)) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
