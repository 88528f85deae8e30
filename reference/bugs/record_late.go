package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RecordLate leaves a gap between its lock and its record.
var RecordLate = declare(Bug{
	ID:     "record-late",
	Title:  "Executes a request that comes between the end of the work and the record of it",
	Kind:   "late-record",
	Breaks: idem.OneEffect,
	Cause: `The lock goes with the work, and the answer is stored once all that comes after it is done:
previews, indexes, a slow disk. Whoever comes in between finds neither a lock nor an answer.`,
	Reports: []string{
		"https://github.com/mastodon/mastodon/pull/21840",
		"https://github.com/jcagarcia/grape-idempotency/issues/10",
	},
	CaughtBy: []string{"late-arrivals-one-effect"},
	Mutate: func(p *reference.Policy) {
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if mine.Slot == "" {
				return commitUnclaimed(c, mine, work)
			}
			var a reference.Answer
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				if err != nil {
					return err
				}
				a = c.Policy.Fresh(c, done)
				return tx.Delete(mine.Slot)
			})
			if err == nil {
				err = c.Pause(c.Context, 10*time.Millisecond)
			}
			if err == nil {
				err = c.Store.Do(c.Context, func(tx reference.Tx) error { return c.Keep(tx, mine, a) })
			}
			if err != nil {
				return a, err
			}
			return a, c.Made()
		}
	},
})
