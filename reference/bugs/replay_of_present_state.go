package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayOfPresentState keeps a reference to the resource and no answer.
var ReplayOfPresentState = declare(Bug{
	ID:     "replay-of-present-state",
	Title:  "Replays the resource as it is now in place of the stored answer",
	Kind:   "snapshot-or-current",
	Breaks: idem.LateChange,
	Cause: `The record has the id of the resource and not the answer. A repeat reads the resource,
shows whatever became of it, and says that there is none once it was deleted.`,
	Reports: []string{
		"https://github.com/ietf-wg-httpapi/idempotency/issues/2",
		"https://github.com/adcontextprotocol/adcp/issues/4371",
	},
	CaughtBy: []string{"replay-after-change"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, a *reference.Answer) error {
			return c.Store.Do(c.Context, func(tx reference.Tx) error {
				if o, found, err := shown(tx, charges, *known.Answer); err != nil || found {
					a.Body = o.Data
					return err
				}
				_, gone, err := shown(tx, deleted, *known.Answer)
				if gone {
					*a = failure()
					a.Status, a.Body = http.StatusNotFound, []byte("Not Found\n")
				}
				return err
			})
		})
	},
})
