package checks

import "github.com/idemspec/idemspec/checks/idem"

// ExpiredKeyIsNew holds a key to being remembered until its retention ends and
// to what is promised afterwards.
var ExpiredKeyIsNew = declare(idem.Check{
	ID:     "expired-key-is-new",
	Title:  "A key is remembered until its retention ends, and not longer",
	Family: "expiry",
	Clause: idem.Expired,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `The contract says how long a key is remembered. Just before that the same request is a
replay; after it the key means nothing and the request is new, or is refused where the
contract says so.`,
	Why: `A key that is forgotten early turns a retry within the promised window into a second
charge. A key that is never forgotten answers tomorrow's wanted payment with yesterday's
receipt, and the store grows without bound.`,
	Fix: `Store the instant of expiry beside the key, computed once by one clock, and compare with
it on each lookup. Sweeping may come later than expiry, never earlier.`,
	Waive: `When the documents call the retention a minimum and callers never reuse a key.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.3",
		"https://docs.stripe.com/api/idempotent_requests",
	},
	Applies: func(c idem.Contract) string {
		if c.Retention.Length == 0 {
			return "the contract gives no retention"
		}
		return ""
	},
	Plan: func(c idem.Contract) idem.Plan {
		same, last := idem.Request{Key: "k1"}, "first"
		if c.Clause(idem.Extended).Does == idem.Replays {
			last = "kept" // each use begins the retention anew
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: same},
			idem.Wait{Until: idem.BeforeExpiry, Of: "first"},
			idem.Send{Label: "kept", Request: same},
			idem.Probe{Label: "while-kept", Await: 1},
			idem.Wait{Until: idem.AfterExpiry, Of: last},
			idem.Send{Label: "late", Request: same},
			idem.Probe{Label: "after", Await: lateEffects(c)},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		converged(p, idem.Kept, first, answer(p, "kept"))
		effects(p, "while-kept", 1, "the target made a second effect within the retention", "first", "kept")
		late := answer(p, "late")
		if p.Contract.Retention.Floor && !other(first, late) && succeeded(p, late) {
			p.Inconclusive("the key was still remembered after the retention, which the contract allows since it calls it a minimum",
				"nothing is wrong; a target that forgets at once decides this")
		}
		expired(p, first, late)
		if p.Found() {
			return
		}
		effects(p, "after", lateEffects(p.Contract), "the target made more effects than there were requests to execute", "first", "late")
	},
})

// lateEffects is how many effects there are once the late request was answered.
func lateEffects(c idem.Contract) int {
	if c.Clause(idem.Expired).Does == idem.Executes {
		return 2
	}
	return 1
}

func expired(p *idem.Pass, first, late idem.Exchange) {
	message := ""
	switch {
	case p.Clause.Does == idem.Executes && first.Resource != "" && first.Resource == late.Resource:
		message = "the target replayed the answer of an expired key"
	case !p.Clause.Accepts(*late.Response, first.Response):
		message = "the target answered an expired key in another way than promised"
	default:
		return
	}
	p.Report(idem.Finding{
		Message:  message,
		Want:     p.Clause.Wants(),
		Got:      status(late),
		Evidence: []string{"first", "late"},
	})
}
