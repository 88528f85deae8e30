package reference

import (
	"cmp"
	"net/http"
	"strings"
)

// A task is a request that was understood: what is to be done, and for which
// case.
type task struct {
	marker string // of the case; empty if the request names none
	charge string // id of the charge that it is about; empty if it makes one
	work   Work
}

// create takes money of a kind and books it.
func create(kind Kind) func(*Call) (task, error) {
	return func(c *Call) (task, error) {
		ch, err := readCharge(c.reader(), "amount", "currency", "source")
		if err != nil {
			return task{}, err
		}
		ch.kind = kind
		return task{marker: ch.Description, work: func(tx Tx) (Answer, error) {
			return c.unlessNatural(tx, func() (Answer, error) {
				made, err := c.take(tx, ch)
				if err != nil {
					return refused(err)
				}
				a, err := c.answerCharge(usualCreated, made)
				a.Header.Set("Location", strings.TrimSuffix(c.Request.URL.Path, "/")+"/"+made.ID)
				return a, err
			})
		}}, nil
	}
}

// take makes a charge and books it. The error of a source that refuses has its
// answer. The work that it is a part of may run again, so it takes a copy.
func (c *Call) take(tx Tx, ch charge) (charge, error) {
	if ch.Source == declinedSource {
		return ch, verdict{problemAnswer("declined", http.StatusPaymentRequired, "the source refused the charge")}
	}
	n, err := tx.Next()
	if err != nil {
		return ch, err
	}
	ch.ID, ch.seq = c.life.variety.id(prefixes[ch.kind], n), n
	ch.Created = c.Now().Unix()
	if err := saveCharge(c, tx, &ch); err != nil {
		return ch, err
	}
	return ch, c.book(tx, ch, Effect{ID: ch.ID, Kind: string(ch.kind), Amount: ch.Amount, Marker: ch.Description})
}

// book adds an effect on a charge to the ledger and announces it, unless it
// moves no money. If it has no marker yet, it carries that of the request, or
// else that of the charge.
func (c *Call) book(tx Tx, ch charge, e Effect) error {
	if e.Amount == 0 {
		return nil
	}
	e.Account, e.Currency = c.Account, ch.Currency
	e.Marker = cmp.Or(e.Marker, c.task.marker, ch.Description)
	if err := tx.Book(e); err != nil {
		return err
	}
	return c.announce(tx, ch.ID, e)
}
