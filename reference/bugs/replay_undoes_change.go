package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayUndoesChange writes the stored state back.
var ReplayUndoesChange = declare(Bug{
	ID:     "replay-undoes-change",
	Title:  "Sets the resource back to its first state when it replays",
	Kind:   "snapshot-or-current",
	Breaks: idem.LateChange,
	Cause: `A repeat is made harmless by an insert that becomes an update when the id is there. The
resource is written once more as it was, and what happened since is gone.`,
	Reports: []string{
		"https://github.com/juspay/hyperswitch/pull/319",
		"https://github.com/adcontextprotocol/adcp/issues/4371",
	},
	CaughtBy: []string{"replay-after-change"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, _ *reference.Answer) error {
			return c.Store.Do(c.Context, func(tx reference.Tx) error {
				o, found, err := shown(tx, charges, *known.Answer)
				if err != nil || !found {
					return err
				}
				o.Data = known.Answer.Body
				return tx.Save(o)
			})
		})
	},
})
