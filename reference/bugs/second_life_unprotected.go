package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// SecondLifeUnprotected cannot write a record over an expired one.
var SecondLifeUnprotected = declare(Bug{
	ID:     "second-life-unprotected",
	Title:  "Remembers nothing of a key in its second life",
	Kind:   "never-engages",
	Breaks: idem.Expired,
	Lever:  idem.ClockLever,
	Cause: `The expired row is still there, so the insert of the new record conflicts and is ignored. The
late request runs, and so does each repeat of it.`,
	Reports: []string{
		"https://github.com/fullstackhero/docs/pull/240",
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
	},
	CaughtBy: []string{"expired-key-lives-again"},
	Mutate: func(p *reference.Policy) {
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			late := false
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				known, found, err := tx.Record(mine.Slot)
				late = found && known.Answer != nil && c.Policy.Forgotten(c, known)
				return err
			})
			if err != nil || late {
				return mine, err == nil, err
			}
			return right(c, mine)
		}
		execute := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			claimed := true
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				known, found, err := tx.Record(mine.Slot)
				claimed = mine.Slot == "" || found && known.Nonce == mine.Nonce
				return err
			})
			if err != nil {
				return reference.Answer{}, err
			}
			if !claimed {
				mine = reference.Record{}
			}
			return execute(c, mine, work)
		}
		p.Sweep = func(reference.Tx, time.Time) error { return nil }
	},
})
