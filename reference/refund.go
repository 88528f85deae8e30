package reference

import "encoding/json"

const refundKind Kind = "refund"

// A refund gives back a part of a charge, or all of it.
type refund struct {
	ID          string `json:"id"`
	Charge      string `json:"charge"`
	Amount      int64  `json:"amount"`
	Currency    string `json:"currency"`
	Description string `json:"description"`
	Created     int64  `json:"created"`
}

// createRefund gives back the amount, or the rest of the charge if none is
// given. A refund without a description carries that of its charge.
func createRefund(c *Call) (task, error) {
	in := c.reader()
	in.need("charge")
	r := refund{Charge: in.text("charge"), Amount: in.whole("amount"), Description: in.text("description")}
	if in.has("amount") {
		in.check(checkAmount(r.Amount))
	}
	return task{marker: r.Description, charge: r.Charge, work: func(tx Tx) (Answer, error) {
		return c.giveBack(tx, r)
	}}, in.err
}

func (c *Call) giveBack(tx Tx, r refund) (Answer, error) {
	ch, err := loadCharge(c, tx, r.Charge)
	if err != nil {
		return refused(err)
	}
	rest := ch.Amount - ch.Refunded
	if r.Amount == 0 {
		r.Amount = rest
	}
	if rest == 0 || r.Amount > rest {
		return refused(invalid("amount is more than what is left of the charge"))
	}
	n, err := tx.Next()
	if err != nil {
		return Answer{}, err
	}
	r.ID, r.Currency, r.Created = c.life.variety.id(prefixes[refundKind], n), ch.Currency, c.Now().Unix()
	if r.Description == "" {
		r.Description = ch.Description
	}
	data, err := json.Marshal(r)
	if err != nil {
		return Answer{}, err
	}
	err = tx.Save(Object{Kind: refundKind, ID: r.ID, Seq: n, Account: c.Account, Marker: r.Description, Version: 1, Data: data})
	if err != nil {
		return Answer{}, err
	}
	ch.Refunded += r.Amount
	if err := saveCharge(c, tx, &ch); err != nil {
		return Answer{}, err
	}
	if err := c.book(tx, ch, Effect{ID: r.ID, Kind: "refund", Amount: -r.Amount}); err != nil {
		return Answer{}, err
	}
	a, err := jsonAnswer(usualCreated, r)
	a.Body = c.life.variety.members(a.Body)
	a.Header.Set("Location", c.Request.URL.Path+"/"+r.ID)
	return a, err
}
