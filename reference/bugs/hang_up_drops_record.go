package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// HangUpDropsRecord stores under the context of the connection.
var HangUpDropsRecord = declare(Bug{
	ID:     "hang-up-drops-record",
	Title:  "Drops the record and keeps the charge when the client hangs up",
	Kind:   "disconnect-drops-record",
	Breaks: idem.OneEffect,
	Lever:  idem.HoldLever,
	Cause: `The work runs on, but the step that stores its answer carries the context of the connection,
which was cancelled with it. Of all requests, those whose answers were lost have no memory.`,
	Reports: []string{
		"https://github.com/caura-ai/caura/pull/1629",
		"https://github.com/fullstackhero/dotnet-starter-kit/pull/1333",
		"https://github.com/elchin92/avito-mcp/pull/62",
	},
	CaughtBy: []string{"client-gave-up"},
	Mutate: func(p *reference.Policy) {
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			var a reference.Answer
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				a = c.Policy.Fresh(c, done)
				return err
			})
			if err == nil {
				err = c.Made()
			}
			if err != nil || mine.Slot == "" {
				return a, err
			}
			err = c.Request.Context().Err()
			if err == nil {
				err = c.Store.Do(c.Request.Context(), func(tx reference.Tx) error { return c.Keep(tx, mine, a) })
			}
			return a, err
		}
	},
})
