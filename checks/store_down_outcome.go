package checks

import "github.com/idemspec/idemspec/checks/idem"

// StoreDownOutcome holds requests without a store to what is promised.
var StoreDownOutcome = declare(idem.Check{
	ID:     "store-down-outcome",
	Title:  "A request while the store of keys is down is answered as promised",
	Family: "crash",
	Clause: idem.StoreLost,
	Since:  "v0.1.0",
	Rule: `Without its store the target cannot keep the contract. It refuses with a server error
and does nothing, or it runs unprotected and says so in its documents.`,
	Why: `A target that logs the error and goes on charges each retry for as long as the outage
lasts, and retries are what outages are made of.`,
	Fix: `Fail closed: 503 and a Retry-After. Where availability counts more, document that
requests run unprotected.`,
	Waive: `When a second charge is cheaper than a refused one.`,
	Sources: []string{
		"https://github.com/Dev1822/paySphere/issues/1919",
		"https://github.com/jcagarcia/grape-idempotency/pull/20",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Break{At: idem.StoreDown},
			idem.Send{Label: "one", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "two", Request: idem.Request{Key: "k1"}},
			idem.Mend{},
			idem.Follow{Label: "after-mend", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		one := p.Answer("one")
		if p.Clause.Does == idem.Refuses {
			for _, label := range []string{"one", "two"} {
				if p.Contract.Success(p.Answer(label)) {
					p.Report(idem.Finding{
						Message:  "the target ran a request unprotected while its store of keys was down",
						Want:     wanted(p.Clause),
						Got:      status(p.Exchange(label)),
						Evidence: []string{"one", "two"},
					})
					return
				}
			}
			after := answer(p, "after-mend")
			if !succeeded(p, after) {
				p.Report(idem.Finding{
					Message:  "the target did not execute the request once its store of keys was back",
					Want:     "new work",
					Got:      status(after),
					Evidence: []string{"one", "after-mend"},
				})
				return
			}
			effects(p, "after", 1, "the target made an effect for a request that it had refused without its store", "one", "two", "after-mend")
			return
		}
		if !p.Contract.Success(one) {
			p.Report(idem.Finding{
				Message:  "the target refused a request while its store of keys was down, which its contract runs",
				Want:     wanted(p.Clause),
				Got:      status(p.Exchange("one")),
				Evidence: []string{"one"},
			})
		}
	},
})
