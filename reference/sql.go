package reference

import (
	"context"
	"database/sql"
	"errors"
)

// transact runs f between the beginning and the end of a transaction.
func transact(ctx context.Context, db *sql.DB, d *sqlDialect, f func(Tx) error) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept {
			err = errors.Join(err, rollback(tx))
		}
	}()
	if err := f(&sqlTx{ctx: ctx, tx: tx, sqlDialect: d}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	kept = true
	return nil
}

// rollback takes back what was written. A transaction that its context has
// ended already is gone.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}
