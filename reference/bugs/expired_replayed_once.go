package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ExpiredReplayedOnce deletes what has expired when it has shown it.
var ExpiredReplayedOnce = declare(Bug{
	ID:     "expired-replayed-once",
	Title:  "Replays an expired key once and executes the next repeat",
	Kind:   "expired-runs-again",
	Breaks: idem.Expired,
	Lever:  idem.ClockLever,
	Cause: `Expired records are deleted when somebody asks for them, and the look-up that finds one still
returns it. The first late request is a replay, and its repeat is new work.`,
	Reports: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://github.com/square/connect-api-examples/issues/135",
	},
	CaughtBy: []string{"expired-key-is-new"},
	Mutate: func(p *reference.Policy) {
		expired := p.Forgotten
		p.Forgotten = func(*reference.Call, reference.Record) bool { return false }
		replayed(p, func(c *reference.Call, known reference.Record, _ *reference.Answer) error {
			if !expired(c, known) {
				return nil
			}
			return c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(known.Slot) })
		})
		p.Sweep = func(reference.Tx, time.Time) error { return nil }
	},
})
