package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConflictKept stores the refusal of the second request as the first one's answer.
var ConflictKept = declare(Bug{
	ID:     "conflict-kept",
	Title:  "Stores the refusal of a request that met the first at work, and replays it for ever",
	Kind:   "replay-refused",
	Breaks: idem.InFlight,
	Lever:  idem.HoldLever,
	Cause: `Each answer that leaves is stored under its key, unless one is there. The first to leave is
the conflict of the second request, and the answer of the first finds its place taken.`,
	Reports: []string{
		"https://github.com/square1-io/laravel-idempotency/issues/5",
		"https://github.com/VilledeMontreal/express-idempotency/issues/32",
	},
	CaughtBy: []string{"in-flight-answer"},
	Mutate: func(p *reference.Policy) {
		right := p.Running
		p.Running = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no == nil {
				return nil
			}
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				current, found, err := tx.Record(known.Slot)
				if err != nil || !found || current.Answer != nil {
					return err
				}
				return c.Keep(tx, current, *no)
			})
			if err != nil {
				return c.Policy.Unavailable(c, err)
			}
			return no
		}
		execute := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			taken := false
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				current, found, err := tx.Record(mine.Slot)
				taken = found && current.Answer != nil
				return err
			})
			if err != nil {
				return reference.Answer{}, err
			}
			if taken {
				mine = reference.Record{}
			}
			return execute(c, mine, work)
		}
	},
})
