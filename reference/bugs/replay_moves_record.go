package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayMovesRecord takes a record out while it refreshes it.
var ReplayMovesRecord = declare(Bug{
	ID:     "replay-moves-record",
	Title:  "Executes repeats that arrive while another repeat is being replayed",
	Kind:   "race-both-run",
	Breaks: idem.Replay,
	Cause: `Each replay writes the record anew with a fresh time, by a deletion and an insertion. For
3 ms the key is unused, and a repeat that looks then is a first request.`,
	Reports: []string{
		"https://github.com/square1-io/laravel-idempotency/issues/5",
		"https://github.com/nensii21/devlink/issues/1195",
	},
	CaughtBy: []string{"replays-together"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, _ *reference.Answer) error {
			err := c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(known.Slot) })
			if err != nil {
				return err
			}
			if err := c.Pause(c.Context, 3*time.Millisecond); err != nil {
				return err
			}
			return c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(known) })
		})
	},
})
