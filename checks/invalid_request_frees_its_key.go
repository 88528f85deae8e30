package checks

import "github.com/idemspec/idemspec/checks/idem"

// InvalidRequestFreesItsKey holds a corrected request under the key of an invalid one to what is promised.
var InvalidRequestFreesItsKey = declare(idem.Check{
	ID:     "invalid-request-frees-its-key",
	Title:  "A corrected request under the key of an invalid one is answered as promised",
	Family: "outcome",
	Clause: idem.AfterInvalid,
	Since:  "v0.1.0",
	Rule: `A request that was refused before anything was done leaves its key free in most
contracts, so that the corrected request can use it; in a few it is a conflict.`,
	Why: `A wrong one-time code that is stored under the key answers the right one with the old
refusal, until the key expires.`,
	Fix: `Validate before the key is claimed, or give the claim back when validation fails, under
the very name by which it was stored.`,
	Waive: `When clients are told to mint a new key after each refusal.`,
	Sources: []string{
		"https://github.com/KanishJebaMathewM/Truxify/issues/2869",
		"https://github.com/LerianStudio/midaz/issues/1799",
		"https://docs.stripe.com/api/idempotent_requests",
	},
	Plan: func(c idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "invalid", Request: idem.Request{Key: "k1", Body: idem.InvalidBody}},
			idem.Send{Label: "corrected", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: invalidDue(c)},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		invalid, corrected := answer(p, "invalid"), answer(p, "corrected")
		if invalid.Response.Status/100 != 4 {
			p.Inconclusive("the target did not refuse the body that the target file calls invalid", "give a body that is refused: bodies: { invalid: { … } }")
		}
		held(p, "a corrected request under the key of an invalid one", invalid, corrected)
		if p.Found() {
			return
		}
		effects(p, "after", invalidDue(p.Contract), "the target made an effect for an invalid request", "invalid", "corrected")
	},
})

// invalidDue is how many effects there are once the corrected request was
// answered.
func invalidDue(c idem.Contract) int {
	if c.Clause(idem.AfterInvalid).Does == idem.Executes {
		return 1
	}
	return 0
}
