package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeptUntilExpiry holds a key to being remembered until its retention ends.
var KeptUntilExpiry = declare(idem.Check{
	ID:     "kept-until-expiry",
	Title:  "A key is remembered until its retention ends",
	Family: "expiry",
	Clause: idem.Kept,
	Since:  "v0.1.0",
	Rule:   `Within the retention the same request is a replay, to its last minute.`,
	Why: `A key that is forgotten early turns a retry within the promised window into a second
charge. Stores that evict under pressure, or count in the wrong unit, do this on busy
days.`,
	Fix: `Store the instant of expiry beside the key, computed once by one clock, in a store that
refuses new keys rather than evict old ones.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://docs.stripe.com/api/idempotent_requests",
		"https://github.com/redis/redis/issues/7856",
		"https://github.com/aws-powertools/powertools-lambda-java/issues/1281",
	},
	Applies: hasRetention,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Wait{Until: idem.BeforeExpiry, Of: "first"},
			idem.Send{Label: "kept", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		if converged(p, idem.Kept, first, answer(p, "kept")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect within the retention", "first", "kept")
	},
})
