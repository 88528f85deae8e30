package checks

import "github.com/idemspec/idemspec/checks/idem"

// CutRequestStoresNothing holds the full request after a broken one to one effect.
var CutRequestStoresNothing = declare(idem.Check{
	ID:     "cut-request-stores-nothing",
	Title:  "A request that broke off leaves its key free",
	Family: "fault",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `A request whose body never arrived whole is no request. Its key is free, and the full
request is executed once.`,
	Why: `A server that claims the key from the headers and then fails to read the body locks the
key, or stores an error, or pays what it has read so far.`,
	Fix:   `Read the whole body before the key is claimed.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/googleapis/conformance-tests",
		"https://github.com/ruby/ruby/pull/951",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "broken", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.DuringRequest, After: -10}},
			idem.Follow{Label: "full", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		p.Exchanges("broken")
		full := answer(p, "full")
		if p.Contract.Running(*full.Response) {
			stuck(p, "full", "the target kept the key of a request locked whose body had broken off")
			return
		}
		if !succeeded(p, full) {
			p.Report(idem.Finding{
				Message:  "the target did not execute the full request after one whose body had broken off",
				Want:     "new work",
				Got:      status(full),
				Evidence: []string{"broken", "full"},
			})
			return
		}
		if converged(p, idem.Replay, full, answer(p, "repeat")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made more than one effect for a request that had broken off once", "broken", "full")
	},
})
