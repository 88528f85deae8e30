package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// CheckThenAct leaves a window between looking a key up and claiming it.
var CheckThenAct = declare(Bug{
	ID:     "check-then-act",
	Title:  "Executes parallel requests with one key that all find it unused",
	Kind:   "race-both-run",
	Breaks: idem.OneEffect,
	Cause: `The key is looked up in one step and written in another, with no unique index and no
lock between the two. Whoever comes in the 3 ms between them finds no key either.`,
	Reports: []string{
		"https://github.com/square1-io/laravel-idempotency/issues/1",
		"https://github.com/mastodon/mastodon/pull/37879",
		"https://github.com/mitos-run/mitos/pull/240",
	},
	CaughtBy: []string{"burst-one-effect"},
	Mutate: func(p *reference.Policy) {
		p.Claim = claimAfter(3 * time.Millisecond)
		p.Holds = anyClaim
	},
})

// claimAfter claims a key by writing it some time after it was found unused.
func claimAfter(window time.Duration) func(*reference.Call, reference.Record) (reference.Record, bool, error) {
	return func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
		var known reference.Record
		used := false
		err := c.Store.Do(c.Context, func(tx reference.Tx) error {
			var err error
			known, used, err = tx.Record(mine.Slot)
			if err != nil || !used {
				return err
			}
			free, err := c.Policy.Free(c, tx, known)
			used = !free
			return err
		})
		if err != nil || used {
			return known, false, err
		}
		if err := c.Pause(c.Context, window); err != nil {
			return mine, false, err
		}
		err = c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(mine) })
		return mine, err == nil, err
	}
}

// anyClaim lets work commit without a look at who owns the claim by now.
func anyClaim(_, _ reference.Record) bool { return true }
