package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayAlwaysOK loses the status of what it stores.
var ReplayAlwaysOK = declare(Bug{
	ID:     "replay-always-ok",
	Title:  "Replays every stored answer with status 200",
	Kind:   "replay-status",
	Breaks: idem.AfterRefusal,
	Cause: `The store holds the body alone. On a repeat the framework writes it out with its default
status, so that a stored refusal comes back as a success.`,
	Reports: []string{
		"https://github.com/ikyriak/IdempotentAPI/issues/39",
		"https://github.com/VibeTensor/attestix/pull/83",
	},
	CaughtBy: []string{"business-refusal-outcome"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(_ *reference.Call, _ reference.Record, a *reference.Answer) error {
			a.Status = http.StatusOK
			return nil
		})
	},
})
