package reference

const messageColumns = `id, kind, key, charge, account, marker, body`

const messageValues = `VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`

func (t *sqlTx) Post(m Message) error {
	return t.exec(`INSERT INTO outbox (`+messageColumns+`) `+messageValues, messageArgs(m)...)
}

func (t *sqlTx) Waiting(limit int) ([]Message, error) {
	rows, err := t.tx.QueryContext(t.ctx, `SELECT `+messageColumns+` FROM outbox ORDER BY seq LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanMessage)
}

func (t *sqlTx) Take(id string) (bool, error) {
	result, err := t.tx.ExecContext(t.ctx, `DELETE FROM outbox WHERE id = $1`, id)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// An index over the keys of calls to the provider makes this do nothing for a
// key that it has had.
func (t *sqlTx) Send(m Message) error {
	return t.exec(`INSERT INTO sent (`+messageColumns+`) `+messageValues, messageArgs(m)...)
}

func (t *sqlTx) Sent(marker string) ([]Message, error) {
	rows, err := t.tx.QueryContext(t.ctx,
		`SELECT `+messageColumns+` FROM sent WHERE marker = $1 ORDER BY seq`, []byte(marker))
	if err != nil {
		return nil, err
	}
	return collect(rows, scanMessage)
}

func messageArgs(m Message) []any {
	return []any{m.ID, m.Kind, m.Key, m.Charge, m.Account, []byte(m.Marker), m.Body}
}

func scanMessage(r row) (Message, error) {
	var m Message
	var marker []byte
	err := r.Scan(&m.ID, &m.Kind, &m.Key, &m.Charge, &m.Account, &marker, &m.Body)
	m.Marker = string(marker)
	return m, err
}
