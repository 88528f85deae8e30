package checks

import "github.com/idemspec/idemspec/checks/idem"

// FirstCreatesOneEffect holds the first request with a key to its answer and to
// one effect.
var FirstCreatesOneEffect = declare(idem.Check{
	ID:     "first-creates-one-effect",
	Title:  "The first request with a key is executed once",
	Family: "first",
	Clause: idem.First,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `A key that was never seen before marks a new intent. The target processes the
request as it would without a key and remembers the outcome.`,
	Why: `Everything else stands on this. A target that answers success and writes nothing has
lost a payment that its caller believes to be made; one that writes twice has taken
the money twice before any retry took place.`,
	Fix: `Commit the effect and the remembered answer in one transaction, and answer only after
the commit. Treat a failed insert as a failure, never as a success with an empty body.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.6",
		"https://github.com/formancehq/ledger/issues/364",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		if !p.Clause.Accepts(*first.Response, nil) {
			p.Report(idem.Finding{
				Message:  "the target answered the first request with another status than promised",
				Want:     p.Clause.Wants(),
				Got:      status(first),
				Evidence: []string{"first"},
			})
		}
		effects(p, "after", 1, "the target made more than one effect for one request", "first")
	},
})
