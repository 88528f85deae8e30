package reference

import "net/http"

// A task is a request that was understood: what is to be done, and for which
// case.
type task struct {
	marker string // of the case; empty if the request names none
	charge string // id of the charge that it is about; empty if it makes one
	work   Work
}

// createCharge takes money and books it.
func createCharge(c *Call) (task, error) {
	ch, err := readCharge(c, "amount", "currency", "source")
	if err != nil {
		return task{}, err
	}
	return task{marker: ch.Description, work: func(tx Tx) (Answer, error) {
		if ch.Source == declinedSource {
			return problemAnswer("declined", http.StatusPaymentRequired, "the source refused the charge"), nil
		}
		n, err := tx.Next()
		if err != nil {
			return Answer{}, err
		}
		made := ch // the work may run again after a conflict
		made.ID, made.seq = c.life.variety.id("ch_", n), n
		made.Created = c.Now().Unix()
		if err := saveCharge(c, tx, &made); err != nil {
			return Answer{}, err
		}
		if err := c.book(tx, made, Effect{ID: made.ID, Kind: "charge", Amount: made.Amount}); err != nil {
			return Answer{}, err
		}
		a, err := c.answerCharge(usualCreated, made)
		a.Header.Set("Location", c.Request.URL.Path+"/"+made.ID)
		return a, err
	}}, nil
}

// book adds an effect on a charge to the ledger and announces it, unless it
// moves no money. It carries the marker of the request, or else that of the charge.
func (c *Call) book(tx Tx, ch charge, e Effect) error {
	if e.Amount == 0 {
		return nil
	}
	e.Account, e.Currency, e.Marker = c.Account, ch.Currency, ch.Description
	if c.task.marker != "" {
		e.Marker = c.task.marker
	}
	if err := tx.Book(e); err != nil {
		return err
	}
	return c.announce(tx, ch.ID, e)
}
