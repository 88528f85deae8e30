package checks

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// ClientGaveUp holds retries of a client that gave up to one effect.
var ClientGaveUp = declare(idem.Check{
	ID:     "client-gave-up",
	Title:  "A client that gives up while its request runs can learn the outcome later",
	Family: "fault",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `The client's time-out passes while the work goes on. A retry meets the running request,
and one after its end gets its outcome. There is one effect.`,
	Why: `An acquirer that takes eleven seconds and a client that waits eight is the story behind
most double charges.`,
	Fix: `Go on with the work when the client leaves, and keep the claim until the outcome is
stored.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/fullstackhero/dotnet-starter-kit/pull/1333",
		"https://github.com/ikyriak/IdempotentAPI/issues/37",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Hold{},
			idem.Send{Label: "gave-up", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.AfterRequest, How: idem.GiveUp, For: 50 * time.Millisecond}},
			idem.Send{Label: "during", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Release{Await: "during"},
			idem.Join{Label: "during"},
			idem.Follow{Label: "retry", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		p.Exchanges("gave-up")
		during := answer(p, "during")
		if during.Response.Status >= 500 {
			p.Report(idem.Finding{
				Clause:   idem.InFlight,
				Message:  "the target answered a retry with a server error while the request of a client ran that had given up",
				Want:     p.Contract.Clause(idem.InFlight).Wants(),
				Got:      status(during),
				Evidence: []string{"gave-up", "during"},
			})
		}
		retry := retried(p, "retry")
		if p.Found() {
			return
		}
		if converged(p, idem.Replay, retry, answer(p, "repeat")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect for the retry of a client that had given up", "gave-up", "during", "retry")
	},
})
