package checks

import "github.com/idemspec/idemspec/checks/idem"

// RetryAfterUsable holds the in-flight answer to a usable Retry-After.
var RetryAfterUsable = declare(idem.Check{
	ID:     "retry-after-usable",
	Title:  "The in-flight answer says how long to wait",
	Family: "concurrency",
	Clause: idem.RetryAfter,
	Since:  "v0.1.0",
	Rule: `The answer has a Retry-After that can be obeyed: seconds or a date, not negative, and
not beyond the life of the key.`,
	Why: `Without it clients guess: too soon and they use up their attempts on conflicts, too late
and the key is gone.`,
	Fix: `Compute it from the time that the work still needs, with one clock, and keep it within
bounds.`,
	Waive: `When the documents tell clients how long to wait.`,
	Sources: []string{
		"https://github.com/xavierjohn/Trellis/pull/695",
		"https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Send{Label: "second", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Release{Await: "second"},
			idem.Join{Label: "first"},
			idem.Join{Label: "second"},
		}
	},
	Judge: func(p *idem.Pass) {
		first, second := answer(p, "first"), answer(p, "second")
		if succeeded(p, second) {
			first, second = second, first // the target took the second one up first, which is no fault
		}
		if !p.Contract.Running(*second.Response) || !idem.Outstanding(first, second) {
			p.Inconclusive("no in-flight answer was seen", "see the finding of in-flight-answer first")
		}
		wait, readable := second.Response.RetryAfter()
		life := p.Contract.Retention.Length
		if !readable || life > 0 && wait > life || !p.Clause.Answer.RetryAfter.Allow(wait) {
			p.Report(idem.Finding{
				Message:  "the target answered that the first request still runs without a usable Retry-After",
				Want:     "Retry-After in seconds or as a date, within the life of the key and the bounds of the contract",
				Got:      header(second, "Retry-After"),
				Evidence: []string{"first", "second"},
			})
		}
	},
})
