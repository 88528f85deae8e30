package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherKeyOtherEffect holds equal bodies under two keys to being two intents.
var OtherKeyOtherEffect = declare(idem.Check{
	ID:     "other-key-other-effect",
	Title:  "Another key with the same body is another request",
	Family: "first",
	Clause: idem.OtherKey,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `The key alone says whether two requests are one intent. Two keys are two intents, however
equal the bodies are.`,
	Why: `A customer who buys the same thing twice means it twice. A target that recognises the
body instead of the key swallows the second payment and answers success.`,
	Fix: `Look up by scope and key alone. Do not derive the key from the body, and do not answer
one key from the record of another.`,
	Waive: `When the target documents a duplicate check on the business object besides the key; then
say so in the profile (does: refuses).`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.2",
		"https://github.com/LerianStudio/midaz/issues/1436",
	},
	Plan: func(c idem.Contract) idem.Plan {
		due := 2
		if c.Clause(idem.OtherKey).Does == idem.Refuses {
			due = 1
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "other", Request: idem.Request{Key: "k2"}},
			idem.Probe{Label: "after", Await: due},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, second := success(p, "first"), answer(p, "other")
		due := 2
		if p.Clause.Does == idem.Refuses {
			due = 1
		}
		if !p.Clause.Accepts(*second.Response, first.Response) {
			p.Report(idem.Finding{
				Message:  "the target did not treat another key with the same body as promised",
				Want:     p.Clause.Wants(),
				Got:      status(second),
				Evidence: []string{"first", "other"},
			})
		} else if due == 2 && first.Resource != "" && first.Resource == second.Resource {
			p.Report(idem.Finding{
				Message:  "the target answered another key with the resource of the first",
				Want:     "a resource other than " + first.Resource,
				Got:      status(second),
				Evidence: []string{"first", "other"},
			})
		}
		if p.Found() {
			return
		}
		effects(p, "after", due, "the target made more effects than there were requests to execute", "first", "other")
	},
})
