package checks

import "github.com/idemspec/idemspec/checks/idem"

// RefusalKeepsItsKey holds another body under the key of a kept refusal to what is promised for another body.
var RefusalKeepsItsKey = declare(idem.Check{
	ID:     "refusal-keeps-its-key",
	Title:  "A used key with another body is refused also after a refusal",
	Family: "outcome",
	Clause: idem.AfterRefusal,
	Since:  "v0.1.0",
	Rule: `Where a refusal is kept, its key belongs to the refused request. Another body under it
is another request.`,
	Why: `A client that changes the card and sends the same key must not have its new payment
answered with the old decline.`,
	Fix:   `Compare the fingerprint before the stored outcome is looked at, whatever the outcome is.`,
	Waive: `When refusals are not kept.`,
	Sources: []string{
		"https://github.com/tapickell/idempotent_middleware",
		"https://github.com/KanishJebaMathewM/Truxify/issues/2869",
	},
	Applies: refusalIsKept,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "refused", Request: idem.Request{Key: "k1", Body: idem.DeclinedBody}},
			idem.Send{Label: "other", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 0},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		refused, x := answer(p, "refused"), answer(p, "other")
		if refused.Response.Status/100 != 4 {
			p.Inconclusive("the target did not refuse the body that the target file calls declined", "give a body that is refused: bodies: { declined: { … } }")
		}
		if promise := p.Contract.Clause(idem.Mismatch); !promise.Accepts(*x.Response, nil) {
			p.Report(idem.Finding{
				Clause:   idem.Mismatch,
				Message:  "the target " + did(p, refused, x) + " another body under the key of a request that it had refused",
				Want:     wanted(promise),
				Got:      status(x),
				Evidence: []string{"refused", "other"},
			})
			return
		}
		effects(p, "after", 0, "the target made an effect under the key of a request that it had refused", "refused", "other")
	},
})

// refusalIsKept says why the key of a refusal cannot be tested.
func refusalIsKept(c idem.Contract) string {
	if c.Clause(idem.AfterRefusal).Does != idem.Replays || c.Clause(idem.Mismatch).Does != idem.Refuses {
		return "the contract keeps no refusals, or does not refuse other bodies"
	}
	return ""
}
