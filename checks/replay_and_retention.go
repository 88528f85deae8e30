package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayAndRetention holds the retention of a replayed key to what is promised.
var ReplayAndRetention = declare(idem.Check{
	ID:     "replay-and-retention",
	Title:  "A replay extends the retention only where that is promised",
	Family: "expiry",
	Clause: idem.Extended,
	Since:  "v0.1.0",
	Rule: `The retention is counted from the first request, or from each use of the key, as the
contract says.`,
	Why: `A key that lives longer with each retry never comes free for a client that polls with
it; one that does not although callers count on it is forgotten in the middle of a long
outage.`,
	Fix:   `Compute the instant of expiry once, unless the documents promise that it slides.`,
	Waive: `When keys are never reused.`,
	Sources: []string{
		"https://docs.aws.amazon.com/sdk-for-kotlin/api/latest/directoryservicedata/",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.3",
	},
	Applies: hasRetention,
	Plan: func(c idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "control", Request: idem.Request{Key: "k2"}},
			idem.Wait{Until: idem.HalfLife, Of: "first"},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Wait{Until: idem.AfterExpiry, Of: "control"},
			idem.Send{Label: "late", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "control late", Request: idem.Request{Key: "k2"}},
			idem.Probe{Label: "after", Await: extendedDue(c) + lateEffects(c)},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, late := success(p, "first"), answer(p, "late")
		if answer(p, "replay"); p.Contract.Retention.Floor && p.Clause.Does == idem.Executes && !other(first, late) {
			p.Inconclusive("the key was still remembered, which the contract allows since it calls the retention a minimum",
				"nothing is wrong; a target that forgets at once decides this")
		}
		if control, gone := success(p, "control"), answer(p, "control late"); control.Resource != "" && control.Resource == gone.Resource {
			p.Inconclusive("a key that was not replayed is still remembered after its retention as well, so nothing can be said about what a replay does to it",
				"see expired-key-is-new first")
		}
		if held(p, "a key that was replayed in the middle of its retention", first, late); p.Found() {
			return
		}
		effects(p, "after", extendedDue(p.Contract)+lateEffects(p.Contract), "the target made more effects than there were requests to execute", "first", "late")
	},
})

// extendedDue is how many effects there are in the end.
func extendedDue(c idem.Contract) int {
	if c.Clause(idem.Extended).Does == idem.Executes {
		return 2
	}
	return 1
}
