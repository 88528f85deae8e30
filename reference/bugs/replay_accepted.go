package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayAccepted answers repeats as if the work were still to be done.
var ReplayAccepted = declare(Bug{
	ID:     "replay-accepted",
	Title:  "Replays a finished request with status 202",
	Kind:   "replay-status",
	Breaks: idem.Replay,
	Cause: `The duplicate is recognised by a queue in front of the handler, which answers as it does
for everything that it takes: accepted. The stored status is never read.`,
	Reports: []string{
		"https://github.com/ikyriak/IdempotentAPI/issues/39",
		"https://github.com/novuhq/novu/pull/12451",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(_ *reference.Call, _ reference.Record, a *reference.Answer) error {
			if a.Status/100 == 2 {
				a.Status = http.StatusAccepted
			}
			return nil
		})
	},
})
