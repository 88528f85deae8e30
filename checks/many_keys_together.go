package checks

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// ManyKeysTogether holds parallel requests with different keys to an effect each.
var ManyKeysTogether = declare(idem.Check{
	ID:     "many-keys-together",
	Title:  "Requests with different keys that arrive together are all executed",
	Family: "concurrency",
	Clause: idem.OtherKey,
	Since:  "v0.1.0",
	Rule:   `Keys do not share anything. Many different ones at the same time are as many requests.`,
	Why: `Under load, ids made in code collide and a swallowed error answers success for a write
that never was; a lock on the wrong thing answers one customer for another.`,
	Fix:   `Let each claim stand by itself, and let a failed insert fail the request.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/formancehq/ledger/issues/364",
	},
	Applies: otherKeyExecutes,
	Plan: func(idem.Contract) idem.Plan {
		requests := make([]idem.Request, burstSize)
		for i := range requests {
			requests[i].Key = idem.KeySymbol(fmt.Sprintf("k%d", i))
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Burst{Label: "burst", Requests: requests},
			idem.Probe{Label: "after", Await: burstSize},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		answered := answeredTogether(p, "burst")
		seen := map[string]bool{}
		successes := 0
		for _, x := range answered {
			if passing(x.Response.Status) {
				continue
			}
			if !succeeded(p, x) || x.Resource != "" && seen[x.Resource] {
				p.Report(idem.Finding{
					Message:  "the target did not execute each of the parallel requests with different keys",
					Want:     "a resource of its own for each key",
					Got:      status(x),
					Evidence: []string{"burst"},
				})
				return
			}
			seen[x.Resource] = true
			successes++
		}
		someSucceeded(p, answered)
		// A request without an answer may have been executed, and may not.
		sent, made := len(p.Exchanges("burst")), len(p.Reading("after").Effects)
		effects(p, "after", min(max(made, successes), sent), "the target made more effects than there were requests", "burst")
	},
})
