package checks

import "github.com/idemspec/idemspec/checks/idem"

// BurstOtherBodies holds parallel requests with one key and two bodies to one effect.
var BurstOtherBodies = declare(idem.Check{
	ID:     "burst-other-bodies",
	Title:  "Parallel requests with one key and different bodies make one effect",
	Family: "concurrency",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `One key is one intent, whatever its copies say. Of different bodies that arrive together
one is executed; the others are refused.`,
	Why: `Two tabs of one checkout send two amounts under one key. A target whose lock is on the
body charges both.`,
	Fix: `Claim by scope and key alone; the fingerprint is compared with the record of whoever
won.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/idempot-dev/idempot-js/issues/183",
		"https://github.com/KanishJebaMathewM/Truxify/pull/2387",
	},
	Applies: mismatchDoesNotExecute,
	Plan: func(idem.Contract) idem.Plan {
		requests := make([]idem.Request, burstSize)
		for i := range requests {
			requests[i].Key = keyOne
			if i%2 == 1 {
				requests[i].Body = idem.ChangedBody
			}
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Burst{Label: "burst", Requests: requests},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		answered := answeredTogether(p, "burst")
		if oneResource(p, answered); p.Found() {
			return
		}
		someSucceeded(p, answered)
		effects(p, "after", 1, "the target made more than one effect for parallel requests with one key and two bodies", "burst")
	},
})

// mismatchDoesNotExecute says why two bodies under one key are two requests.
func mismatchDoesNotExecute(c idem.Contract) string {
	if c.Clause(idem.Mismatch).Does == idem.Executes {
		return "the contract takes another body for another request"
	}
	return ""
}
