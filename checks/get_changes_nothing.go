package checks

import "github.com/idemspec/idemspec/checks/idem"

// GetChangesNothing holds GET to changing nothing.
var GetChangesNothing = declare(idem.Check{
	ID:     "get-changes-nothing",
	Title:  "GET changes nothing",
	Family: "methods",
	Clause: idem.SafeMethods,
	Since:  "v0.1.0",
	Rule:   `GET is safe: it can be sent any number of times, and nothing changes.`,
	Why: `Crawlers, caches and previews send GET by themselves. One that captures a payment does
so for each of them.`,
	Fix:   `Move what changes something to POST.`,
	Waive: `Never.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "one", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "two", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		success(p, "made")
		one, two := success(p, "one"), success(p, "two")
		if !idem.EqualJSON(one.Response.Body, two.Response.Body) {
			p.Inconclusive("two reads in a row differ: either a read changed the resource, or something else did", again)
		}
		effects(p, "after", 1, "the target made an effect for a read", "made", "one", "two")
	},
})
