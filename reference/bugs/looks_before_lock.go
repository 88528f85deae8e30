package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LooksBeforeLock does not look again once it has waited.
var LooksBeforeLock = declare(Bug{
	ID:     "looks-before-lock",
	Title:  "Waits for the first request with a key to finish and then executes the second",
	Kind:   "race-both-run",
	Breaks: idem.OneEffect,
	Lever:  idem.HoldLever,
	Cause: `The key is looked up before its lock is taken, and not again once the lock was waited for.
Twins never run at the same time, and run one after the other.`,
	Reports: []string{
		"https://github.com/mitos-run/mitos/pull/240",
		"https://github.com/PrestaShop/PrestaShop/issues/16490",
	},
	CaughtBy: []string{"in-flight-answer", "slow-work-keeps-its-claim"},
	Mutate: func(p *reference.Policy) {
		var l locks
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			if known, done, err := finished(c, mine.Slot); err != nil || done {
				return known, false, err
			}
			err := l.wait(c.Context, mine.Slot)
			return mine, err == nil, err
		}
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := commitUnclaimed(c, mine, work)
			if mine.Slot != "" {
				l.free(mine.Slot)
			}
			return a, err
		}
		p.Release = func(_ *reference.Call, mine reference.Record) error {
			l.free(mine.Slot)
			return nil
		}
	},
})
