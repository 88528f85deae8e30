package checks

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// ManyMismatches holds the stored answer to outliving many conflicts.
var ManyMismatches = declare(idem.Check{
	ID:     "many-mismatches",
	Title:  "The stored answer outlives many conflicts",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule: `A refused body changes nothing about the key. The original is replayed after one
conflict as after ten.`,
	Why: `A target that overwrites or counts down the record on a conflict lets whoever knows a
key destroy the memory of a payment.`,
	Fix:   `Read the record and compare; write nothing on a conflict.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/tapickell/idempotent_middleware",
	},
	Applies: mismatchRefuses,
	Plan: func(idem.Contract) idem.Plan {
		plan := idem.Plan{idem.Probe{Label: "before", Once: true}, idem.Send{Label: "first", Request: idem.Request{Key: keyOne}}}
		for i := range conflicts {
			plan = append(plan, idem.Send{Label: conflict(i), Request: idem.Request{Key: keyOne, Body: idem.ChangedBody}})
		}
		return append(plan, idem.Send{Label: "original", Request: idem.Request{Key: keyOne}}, idem.Probe{Label: "after", Await: 1})
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		for i := range conflicts {
			if x := answer(p, conflict(i)); !p.Clause.Accepts(*x.Response, first.Response) {
				if i == 0 {
					p.Inconclusive("the first conflict was not refused, so nothing can be said about many", "see the finding of mismatch-refused first")
				}
				p.Report(idem.Finding{
					Message:  fmt.Sprintf("the target %s a used key with another body at the attempt number %d", did(p, first, x), i+1),
					Want:     wanted(p.Clause),
					Got:      status(x),
					Evidence: []string{"first", conflict(i)},
				})
				return
			}
		}
		if converged(p, "", first, answer(p, "original")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a further effect after many conflicts", "first", "original")
	},
})

// conflicts is how often a changed body is sent.
const conflicts = 5

func conflict(i int) string { return fmt.Sprintf("conflict-%d", i+1) }

// mismatchRefuses says why there are no conflicts to test.
func mismatchRefuses(c idem.Contract) string {
	if c.Clause(idem.Mismatch).Does != idem.Refuses {
		return "the contract does not refuse other bodies"
	}
	return ""
}
