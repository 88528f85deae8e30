package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConflictsFreeKey gives a key up after some conflicts.
var ConflictsFreeKey = declare(Bug{
	ID:     "conflicts-free-key",
	Title:  "Executes a changed body at the fourth attempt",
	Kind:   "early-eviction",
	Breaks: idem.Mismatch,
	Cause: `A record that leads to errors is taken for a broken one: after three conflicts it is
deleted, so that the client can go on. A client in a retry loop gets there by itself.`,
	Reports: []string{
		"https://github.com/adcontextprotocol/adcp-client/pull/1863",
		"https://github.com/paveg/hono-idempotency/issues/178",
	},
	CaughtBy: []string{"burst-other-bodies", "many-mismatches"},
	Mutate: func(p *reference.Policy) {
		const patience = 3
		var mu sync.Mutex
		conflicts := map[string]int{} // by slot
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			mu.Lock()
			conflicts[known.Slot]++
			n := conflicts[known.Slot]
			mu.Unlock()
			if n == patience {
				err := c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(known.Slot) })
				if err != nil {
					return c.Policy.Unavailable(c, err)
				}
			}
			return right(c, known)
		}
	},
})
