package checks

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// PermanentKey holds a permanent key to being remembered after a year.
var PermanentKey = declare(idem.Check{
	ID:     "permanent-key",
	Title:  "A key that is never forgotten is not forgotten",
	Family: "expiry",
	Clause: idem.Kept,
	Since:  "v0.1.0",
	Rule:   `A contract that keeps keys for ever replays them after years.`,
	Why: `Callers who were told so use the key as the name of the business object. The sweep that
somebody adds later pays old invoices again.`,
	Fix:   `Do not sweep, or change the documents first.`,
	Waive: `Never while the documents say so.`,
	Sources: []string{
		"https://docs.moov.io/guides/money-movement/idempotency",
		"https://docs.tigerbeetle.com/coding/reliable-transaction-submission",
	},
	Applies: isPermanent,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Wait{For: 400 * 24 * time.Hour},
			idem.Send{Label: "kept", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		if converged(p, "", first, answer(p, "kept")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect for a key that it never forgets", "first", "kept")
	},
})

// isPermanent says why there is no permanent key to test.
func isPermanent(c idem.Contract) string {
	if !c.Retention.Permanent {
		return "the contract forgets keys"
	}
	return ""
}
