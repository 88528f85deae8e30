package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LoserFreesClaim gives back what it has not got.
var LoserFreesClaim = declare(Bug{
	ID:     "loser-frees-claim",
	Title:  "Frees a running request's claim when it refuses a second one, and executes the third",
	Kind:   "lease-too-short",
	Breaks: idem.OneEffect,
	Cause: `The claim is deleted on every way out of the handler, also by the request that has not got
it, and without a look at whose it is. One copy is refused and makes room for the next.`,
	Reports: []string{
		"https://github.com/idempot-dev/idempot-js/issues/182",
		"https://github.com/paveg/hono-idempotency/issues/91",
	},
	CaughtBy: []string{"burst-one-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Running
		p.Running = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				current, found, err := tx.Record(known.Slot)
				if err != nil || !found || current.Answer != nil {
					return err
				}
				return tx.Delete(known.Slot)
			})
			if err != nil {
				return c.Policy.Unavailable(c, err)
			}
			return no
		}
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			// Work that takes some time meets others.
			if err := c.Pause(c.Context, 3*time.Millisecond); err != nil {
				return reference.Answer{}, err
			}
			return commitUnclaimed(c, mine, work)
		}
	},
})
