package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RunningAccepted makes a success of a request that it has not carried out.
var RunningAccepted = declare(Bug{
	ID:     "running-accepted",
	Title:  "Answers a repeat with 202 while the first request still runs",
	Kind:   "race-loser-5xx",
	Breaks: idem.InFlight,
	Lever:  idem.HoldLever,
	Cause: `The loser of the claim is told that its request was accepted, since it is indeed under way.
Clients take that for the outcome and never ask again.`,
	Reports: []string{
		"https://github.com/jcagarcia/grape-idempotency/issues/10",
		"https://github.com/torkiv-labs/Nexuq/issues/361",
	},
	CaughtBy: []string{"in-flight-answer"},
	Mutate: func(p *reference.Policy) {
		p.Running = func(*reference.Call, reference.Record) *reference.Answer {
			return &reference.Answer{Status: http.StatusAccepted, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"status":"accepted"}`)}
		}
	},
})
