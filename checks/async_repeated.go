package checks

import "github.com/idemspec/idemspec/checks/idem"

// AsyncRepeated holds a repeated asynchronous request to one operation.
var AsyncRepeated = declare(idem.Check{
	ID:     "async-repeated",
	Title:  "Work that is accepted to be done later is accepted once",
	Family: "batch",
	Clause: idem.AsyncRepeat,
	Since:  "v0.1.0",
	Rule: `202 is an answer like any other. The repeat names the same operation, and the work is
done once.`,
	Why:   `A job id that is minted for each request makes two jobs of one, and both spend.`,
	Fix:   `Store the operation with the key when it is accepted.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/vectorize-io/hindsight/pull/2947",
		"https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Async, Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Role: idem.Async, Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, repeat := success(p, "first"), answer(p, "repeat")
		if !succeeded(p, repeat) || other(first, repeat) {
			p.Report(idem.Finding{
				Message:  describeRepeat(p, first, repeat),
				Want:     "the operation of " + first.Label + ": " + status(first),
				Got:      status(repeat),
				Evidence: []string{"first", "repeat"},
			})
			return
		}
		if what, _ := p.Clause.Differs(first, repeat); what != "" {
			p.Report(idem.Finding{
				Message:  "the target answered a repeat with something else than the accepted work: " + what,
				Want:     "the first body, compared as " + string(p.Clause.Answer.Body),
				Got:      excerpt(repeat.Response.Body),
				Evidence: []string{"first", "repeat"},
			})
			return
		}
		if len(p.Reading("after").Effects) == 0 {
			p.Inconclusive("the ledger shows no effect of the accepted work: it may not be done yet, or never be", "give the ledger a longer patience")
		}
		effects(p, "after", 1, "the target did accepted work twice", "first", "repeat")
	},
})
