package checks

import "github.com/idemspec/idemspec/checks/idem"

// RunningMismatch holds another body under a running key to what is promised.
var RunningMismatch = declare(idem.Check{
	ID:     "running-mismatch",
	Title:  "Another body while the first request still runs is answered as promised",
	Family: "concurrency",
	Clause: idem.RunningMismatch,
	Since:  "v0.1.0",
	Rule: `Two rules meet: the key is in use, and the body is another one. The contract says which
answer comes; in no case is the second body executed.`,
	Why: `Told that the first still runs, the client waits and then learns that its other request
was never taken; told of the conflict, it knows at once.`,
	Fix:   `Compare the fingerprint before you look whether the first has finished.`,
	Waive: `When clients never change a body under a key.`,
	Sources: []string{
		"https://github.com/idempot-dev/idempot-js/issues/183",
		"https://github.com/novuhq/novu",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}, Background: true},
			idem.Release{Await: "changed"},
			idem.Join{Label: "first"},
			idem.Join{Label: "changed"},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, changed := answer(p, "first"), answer(p, "changed")
		if succeeded(p, changed) && !succeeded(p, first) {
			first, changed = changed, first // the target took the second one up first, which is no fault
		}
		if !idem.Outstanding(first, changed) {
			p.Inconclusive("the first request was answered before the second was sent: the hold did not keep it running", idem.HoldLever.Way())
		}
		if !p.Clause.Accepts(*changed.Response, first.Response) {
			p.Report(idem.Finding{
				Message:  "the target " + did(p, first, changed) + " another body under the key of a running request",
				Want:     wanted(p.Clause),
				Got:      status(changed),
				Evidence: []string{"first", "changed"},
			})
			return
		}
		effects(p, "after", 1, "the target executed another body under the key of a running request", "first", "changed")
	},
})
