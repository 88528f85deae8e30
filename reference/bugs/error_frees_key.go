package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ErrorFreesKey takes each failure for one that did nothing.
var ErrorFreesKey = declare(Bug{
	ID:     "error-frees-key",
	Title:  "Frees the key of a request that failed after its charge",
	Kind:   "half-done-work",
	Breaks: idem.AfterError,
	Lever:  idem.BreakLever,
	Cause: `An error after the charge, such as a receipt that cannot be sent, is handled like one before
it: the key is released so that the client can try again. It does, and pays again.`,
	Reports: []string{
		"https://github.com/pathosDev/actor-ts/issues/984",
		"https://github.com/medusajs/medusa/issues/6745",
	},
	CaughtBy: []string{"error-after-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := right(c, mine, work)
			if err != nil && mine.Slot != "" {
				err = errors.Join(err, c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(mine.Slot) }))
			}
			return a, err
		}
	},
})
