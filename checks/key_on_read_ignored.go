package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeyOnReadIgnored holds a key on a read to doing nothing.
var KeyOnReadIgnored = declare(idem.Check{
	ID:     "key-on-read-ignored",
	Title:  "A key on a safe method does nothing",
	Family: "presence",
	Clause: idem.KeyOnRead,
	Since:  "v0.1.0",
	Rule: `GET and HEAD are safe. A key on them is ignored: the answer is the current one, and the
key stays unused.`,
	Why: `A client library that sends a key with everything would be shown yesterday's balance, or
find its key spent when it pays.`,
	Fix:   `Look at keys only for the methods that the documents name.`,
	Waive: `Never.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
		"https://docs.oasis-open.org/odata/repeatable-requests/v1.0/cs01/repeatable-requests-v1.0-cs01.html",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "made", Key: "k2"}},
			idem.Send{Label: "paid", Request: idem.Request{Key: "k2"}},
			idem.Probe{Label: "after", Await: 2},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		made, read := success(p, "made"), success(p, "read")
		paid := answer(p, "paid")
		if !succeeded(p, paid) || paid.Resource != "" && paid.Resource == made.Resource {
			p.Report(idem.Finding{
				Message:  "the target let a read use up the key that it carried",
				Want:     "new work for the first write with the key",
				Got:      status(paid),
				Evidence: []string{read.Label, "paid"},
			})
			return
		}
		effects(p, "after", 2, "the target made an effect for a read", "made", "read", "paid")
	},
})
