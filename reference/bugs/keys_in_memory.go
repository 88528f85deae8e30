package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeysInMemory keeps its keys in a map of the process.
var KeysInMemory = declare(Bug{
	ID:     "keys-in-memory",
	Title:  "Forgets all keys when it restarts",
	Kind:   "one-process-memory",
	Breaks: idem.AfterRestart,
	Lever:  idem.RestartLever,
	Cause: `Keys are kept in a map of the process. It works in each test and on one machine, until the
first deployment in the middle of a retry.`,
	Reports: []string{
		"https://github.com/moorcheh-ai/memanto/pull/827",
		"https://github.com/AnchorNet-Org/AnchorNet-Backend/issues/221",
	},
	CaughtBy: []string{"replay-after-restart"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		seen := map[string]bool{}
		known := func(slot string) bool {
			mu.Lock()
			defer mu.Unlock()
			was := seen[slot]
			seen[slot] = true
			return was
		}
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			if !known(mine.Slot) {
				// This life has never heard of the key.
				err := c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(mine) })
				return mine, err == nil, err
			}
			return right(c, mine)
		}
	},
})
