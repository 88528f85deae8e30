package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RemembersLastKey has room for one key of each order.
var RemembersLastKey = declare(Bug{
	ID:     "remembers-last-key",
	Title:  "Forgets the earlier keys of an order with each new one",
	Kind:   "early-eviction",
	Breaks: idem.Replay,
	Cause: `The last key and its answer are columns of the order, and the next key overwrites them. A
client that has two requests under way loses the memory of the first.`,
	Reports: []string{
		"https://github.com/square1-io/laravel-idempotency/issues/5",
		"https://github.com/LerianStudio/midaz-sdk-golang/pull/236",
	},
	CaughtBy: []string{"interleaved-keys"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		last := map[string]string{} // slot by order
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			known, won, err := right(c, mine)
			if err != nil || !won {
				return known, won, err
			}
			mu.Lock()
			before := last[order(c)]
			last[order(c)] = mine.Slot
			mu.Unlock()
			if before != "" && before != mine.Slot {
				err = c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(before) })
			}
			return known, won && err == nil, err
		}
	},
})
