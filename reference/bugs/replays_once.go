package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplaysOnce uses a stored answer up.
var ReplaysOnce = declare(Bug{
	ID:     "replays-once",
	Title:  "Forgets a key with the first replay and executes the third request",
	Kind:   "early-eviction",
	Breaks: idem.Replay,
	Cause: `The stored answer is taken out of the store to be sent, as a message is out of a queue.
Whoever retries once is safe, and whoever retries twice pays twice.`,
	Reports: []string{
		"https://github.com/softwaremill/elasticmq/issues/354",
		"https://github.com/redis/redis/issues/7856",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, _ *reference.Answer) error {
			return c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(known.Slot) })
		})
	},
})
