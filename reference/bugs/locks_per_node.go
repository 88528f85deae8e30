package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LocksPerNode shares answers between nodes and no locks.
var LocksPerNode = declare(Bug{
	ID:     "locks-per-node",
	Title:  "Executes a request that reaches another node while the first still runs",
	Kind:   "one-process-memory",
	Breaks: idem.InFlight,
	Lever:  idem.HoldLever,
	Cause: `Answers are in a store that all nodes share, and the lock is a mutex of the process. Repeats
are replayed wherever they arrive, and twins that reach two nodes both run.`,
	Reports: []string{
		"https://github.com/AnchorNet-Org/AnchorNet-Backend/issues/221",
		"https://github.com/SandeepVashishtha/Eventra/issues/19032",
		"https://github.com/square1-io/laravel-idempotency/issues/1",
	},
	CaughtBy: []string{"in-flight-answer", "slow-work-keeps-its-claim"},
	Mutate: func(p *reference.Policy) {
		var b balancer
		var l locks
		lock := func(c *reference.Call, slot string) string { return b.node(c, slot) + " " + slot }
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			if known, done, err := finished(c, mine.Slot); err != nil || done {
				return known, false, err
			}
			return mine, l.try(lock(c, mine.Slot)), nil
		}
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := commitUnclaimed(c, mine, work)
			if mine.Slot != "" {
				l.free(lock(c, mine.Slot))
			}
			return a, err
		}
		p.Release = func(c *reference.Call, mine reference.Record) error {
			l.free(lock(c, mine.Slot))
			return nil
		}
	},
})
