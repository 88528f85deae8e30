package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeylessRequestsSeparate holds two requests without a key to being two.
var KeylessRequestsSeparate = declare(idem.Check{
	ID:     "keyless-requests-separate",
	Title:  "Requests without a key are separate requests",
	Family: "presence",
	Clause: idem.MissingKey,
	Since:  "v0.1.0",
	Rule: `Where the key is optional, a request without one runs like any other. Two of them are
two requests, however equal they are.`,
	Why: `A missing key that is hashed like any value makes one slot for all clients that send
none: the second one is answered with the first one's receipt.`,
	Fix:   `Go round the key store altogether when there is no key.`,
	Waive: `When the target documents that it derives a key from the body.`,
	Sources: []string{
		"https://github.com/aws-powertools/powertools-lambda-typescript/issues/1501",
		"https://github.com/LerianStudio/midaz/issues/1436",
	},
	Applies: keyOptional,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "keyed", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "one", Request: idem.Request{}},
			idem.Send{Label: "two", Request: idem.Request{}},
			idem.Probe{Label: "after", Await: 3},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		success(p, "keyed")
		one, two := answer(p, "one"), answer(p, "two")
		if !succeeded(p, one) {
			p.Report(idem.Finding{
				Message:  "the target refused a request without a key, and has done the same with one",
				Want:     wanted(p.Clause),
				Got:      status(one),
				Evidence: []string{"keyed", "one"},
			})
			return
		}
		if !succeeded(p, two) || one.Resource != "" && one.Resource == two.Resource {
			p.Report(idem.Finding{
				Message:  "the target took two requests without a key for one",
				Want:     "two resources",
				Got:      status(one) + " and " + status(two),
				Evidence: []string{"one", "two"},
			})
			return
		}
		effects(p, "after", 3, "the target made more effects than there were requests", "keyed", "one", "two")
	},
})

// keyOptional says why requests without a key are not to be tested as such.
func keyOptional(c idem.Contract) string {
	if c.Clause(idem.MissingKey).Does != idem.Executes {
		return "the contract refuses requests without a key"
	}
	return ""
}
