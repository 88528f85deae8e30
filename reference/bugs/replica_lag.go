package bugs

import (
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplicaLag reads what is out of date.
var ReplicaLag = declare(Bug{
	ID:     "replica-lag",
	Title:  "Looks keys up in a replica that is 30 milliseconds behind",
	Kind:   "replica-lag",
	Breaks: idem.OneEffect,
	Cause: `Reads go to a replica, to spare the primary. What was committed a moment ago is not there yet,
and a repeat that comes at once finds neither a claim nor an answer.`,
	Reports: []string{
		"https://github.com/triggerdotdev/trigger.dev/pull/4284",
		"https://github.com/lakekeeper/lakekeeper/pull/1671",
	},
	CaughtBy: []string{"late-arrivals-one-effect"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		finished := map[string]time.Time{}
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			mu.Lock()
			at, done := finished[mine.Slot]
			mu.Unlock()
			if !done || time.Since(at) > 30*time.Millisecond {
				return right(c, mine)
			}
			err := c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(mine) })
			return mine, err == nil, err
		}
		execute := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := execute(c, mine, work)
			mu.Lock()
			defer mu.Unlock()
			finished[mine.Slot] = time.Now()
			return a, err
		}
	},
})
