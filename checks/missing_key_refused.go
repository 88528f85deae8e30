package checks

import "github.com/idemspec/idemspec/checks/idem"

// MissingKeyRefused holds a request without a key to what is promised for it.
var MissingKeyRefused = declare(idem.Check{
	ID:     "missing-key-refused",
	Title:  "A request without a required key is refused and does nothing",
	Family: "presence",
	Clause: idem.MissingKey,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `Where the contract requires a key, a request without one is an error and is not
processed. Where the key is optional, the request runs like any other, unprotected.`,
	Why: `A write without a key cannot be retried safely. A target that quietly takes it lets the
one client that forgot the header charge twice at its first time-out.`,
	Fix: `Check for the key before anything is read, claimed or written, and answer with a
description of where the rule is documented.`,
	Waive: `While clients are being moved to keys and the date of the end is known.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.7",
		"https://github.com/apache/fineract/pull/5674",
	},
	Plan: func(c idem.Contract) idem.Plan {
		due := 0
		if c.Clause(idem.MissingKey).Does == idem.Executes {
			due = 1
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "keyless", Request: idem.Request{}},
			idem.Probe{Label: "after", Await: due},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		x := answer(p, "keyless")
		refuses := p.Clause.Does != idem.Executes
		if refuses && !p.Contract.Required.On(x.Sent.Method) {
			p.Skip("the contract requires no key on " + x.Sent.Method)
		}
		if !p.Clause.Accepts(*x.Response, nil) {
			message := "the target refused a request without a key in another way than promised"
			switch {
			case refuses && succeeded(p, x):
				message = "the target accepted a request without the required key"
			case !refuses:
				message = "the target refused a request without a key, which its contract does not require"
			}
			p.Report(idem.Finding{
				Message:  message,
				Want:     p.Clause.Wants(),
				Got:      status(x),
				Evidence: []string{"keyless"},
			})
		}
		if p.Found() {
			return
		}
		if refuses {
			effects(p, "after", 0, "the target made an effect for a request without the required key", "keyless")
			return
		}
		effects(p, "after", 1, "the target made more than one effect for one request", "keyless")
	},
})
