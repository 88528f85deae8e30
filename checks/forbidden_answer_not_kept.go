package checks

import "github.com/idemspec/idemspec/checks/idem"

// ForbiddenAnswerNotKept holds a request after a refused credential to being executed.
var ForbiddenAnswerNotKept = declare(idem.Check{
	ID:     "forbidden-answer-not-kept",
	Title:  "A request that was refused for its credential can be sent again with the right one",
	Family: "outcome",
	Clause: idem.AfterForbidden,
	Since:  "v0.1.0",
	Rule: `A refusal for the credential comes before the key is looked at. The same key with the
right credential is a first request.`,
	Why: `A stored 401 locks the customer out of the payment for a day after a token had expired
for a second.`,
	Fix:   `Authenticate before the key is claimed.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/pagopa/pagopa-nodo-dei-pagamenti-test",
		"https://docs.stripe.com/api/idempotent_requests",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "refused", Request: idem.Request{Key: "k1", As: idem.Nobody}},
			idem.Send{Label: "right", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		refused, right := answer(p, "refused"), answer(p, "right")
		if refused.Response.Status/100 != 4 {
			p.Skip("the target takes requests without a credential")
		}
		held(p, "the request again with the right credential", refused, right)
		if !p.Found() {
			effects(p, "after", 1, "the target made more than one effect for one request", "refused", "right")
		}
	},
})
