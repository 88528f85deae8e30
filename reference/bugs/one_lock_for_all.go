package bugs

import (
	"sync/atomic"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// OneLockForAll has one lock.
var OneLockForAll = declare(Bug{
	ID:     "one-lock-for-all",
	Title:  "Refuses a request while one with another key is at work",
	Kind:   "false-scope-share",
	Breaks: idem.OtherKey,
	Cause: `The lock has a fixed name, or the name of the route, and not that of the key. Callers who share
nothing are told that their request still runs, and some take that for success.`,
	Reports: []string{
		"https://github.com/koala73/worldmonitor/pull/4728",
		"https://github.com/chuanghiduoc/nestjs-fastify-nx/pull/168",
	},
	CaughtBy: []string{"many-keys-together"},
	Mutate: func(p *reference.Policy) {
		var busy atomic.Bool
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			if !busy.CompareAndSwap(false, true) {
				return mine, false, nil
			}
			known, won, err := right(c, mine)
			if err != nil || !won {
				busy.Store(false)
			}
			return known, won, err
		}
		execute := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if mine.Slot == "" {
				return execute(c, mine, work)
			}
			defer busy.Store(false)
			if err := c.Pause(c.Context, 3*time.Millisecond); err != nil {
				return reference.Answer{}, err
			}
			return execute(c, mine, work)
		}
	},
})
