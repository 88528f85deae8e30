package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RunningFails lets a unique violation surface.
var RunningFails = declare(Bug{
	ID:     "running-fails",
	Title:  "Answers a repeat with 500 while the first request still runs",
	Kind:   "race-loser-5xx",
	Breaks: idem.InFlight,
	Cause: `The unique violation of the loser is not mapped to an answer and surfaces as an internal
error. Clients retry at once, which makes it worse.`,
	Reports: []string{
		"https://github.com/idempot-dev/idempot-js/issues/181",
		"https://github.com/alphagov/pay-connector/pull/4460",
		"https://github.com/square1-io/laravel-idempotency/issues/5",
	},
	CaughtBy: []string{"in-flight-answer"},
	Mutate: func(p *reference.Policy) {
		p.Running = func(*reference.Call, reference.Record) *reference.Answer {
			return &reference.Answer{Status: http.StatusInternalServerError, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"detail":"duplicate key value violates unique constraint"}`)}
		}
	},
})
