package bugs

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConflictUpdates changes the first charge before it refuses.
var ConflictUpdates = declare(Bug{
	ID:     "conflict-updates",
	Title:  "Changes the amount of the first charge and then refuses the request",
	Kind:   "silent-upsert",
	Breaks: idem.Totals,
	Cause: `A create with a known id is an update of what has that id, and keys are compared after it
was written. The answer is a refusal, and the books have another sum.`,
	Reports: []string{
		"https://github.com/juspay/hyperswitch/pull/319",
	},
	CaughtBy: []string{"totals-conserved", "mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			amount, is := members(c.Body)["amount"].(float64)
			if known.Answer == nil || !is {
				return right(c, known)
			}
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				o, found, err := shown(tx, charges, *known.Answer)
				if err != nil || !found {
					return err
				}
				charge := members(o.Data)
				before, _ := charge["amount"].(float64)
				charge["amount"] = amount
				o.Data, o.Version = encoded(charge), o.Version+1
				if err := tx.Save(o); err != nil {
					return err
				}
				return tx.Book(reference.Effect{
					ID: fmt.Sprintf("%s.%d", o.ID, o.Version), Kind: "adjustment", Amount: int64(amount - before),
					Currency: fmt.Sprint(charge["currency"]), Account: o.Account, Marker: o.Marker,
				})
			})
			if err != nil {
				return c.Policy.Unavailable(c, err)
			}
			return right(c, known)
		}
	},
})
