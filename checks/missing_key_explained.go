package checks

import "github.com/idemspec/idemspec/checks/idem"

// MissingKeyExplained holds the refusal of a missing key to explaining itself.
var MissingKeyExplained = declare(idem.Check{
	ID:     "missing-key-explained",
	Title:  "A refusal for want of a key says what is wrong",
	Family: "presence",
	Clause: idem.ErrorDocument,
	Since:  "v0.1.0",
	Rule: `A request without a required key is refused with a problem document, or with a link to
where the rule is described.`,
	Why: `This is the first that a new client learns of keys. A bare 400 sends its author through
the body, member by member, and the quickest way out is a key that is always the same.`,
	Fix: `Answer with application/problem+json: a type that leads to the documentation, and a title
that names the header.`,
	Waive: `When all clients are your own.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.7",
		"https://github.com/jcagarcia/grape-idempotency/issues/14",
	},
	Applies: keyDemanded,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{idem.Send{Label: "keyless", Request: idem.Request{}}}
	},
	Judge: func(p *idem.Pass) {
		x := answer(p, "keyless")
		if !p.Contract.Required.On(x.Sent.Method) {
			p.Skip("the contract requires no key on " + x.Sent.Method)
		}
		if x.Response.Status/100 != 4 {
			p.Inconclusive("the request without a key was not refused, so there is nothing to explain", "see the finding of missing-key-refused first")
		}
		explained(p, x, "the target refused a request without a key and did not say what is wrong as promised")
	},
})

// keyDemanded says why no request is refused for want of a key.
func keyDemanded(c idem.Contract) string {
	if c.Clause(idem.MissingKey).Does != idem.Refuses {
		return "the contract does not refuse requests without a key"
	}
	return ""
}
