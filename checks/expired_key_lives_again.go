package checks

import "github.com/idemspec/idemspec/checks/idem"

// ExpiredKeyLivesAgain holds an expired key that was used again to a full new life.
var ExpiredKeyLivesAgain = declare(idem.Check{
	ID:     "expired-key-lives-again",
	Title:  "After its retention a key has a full new life",
	Family: "expiry",
	Clause: idem.Expired,
	Since:  "v0.1.0",
	Rule: `What runs after the retention is a first request in every respect: it is replayed, and
another body under it is refused.`,
	Why: `A record that is overwritten in part keeps the old fingerprint or the old answer: the
new payment cannot be repeated safely.`,
	Fix:   `Insert a new record for the expired key, in the same atomic step as any other claim.`,
	Waive: `When the documents say that an expired key is an error.`,
	Sources: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.3",
	},
	Applies: expiresToNew,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "changed-before", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
			idem.Wait{Until: idem.AfterExpiry, Of: "first"},
			idem.Send{Label: "late", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
			idem.Probe{Label: "after", Await: 2},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, late := success(p, "first"), answer(p, "late")
		if !succeeded(p, late) || first.Resource != "" && first.Resource == late.Resource {
			p.Inconclusive("the expired key was not executed as new, so it had no new life", "see the finding of expired-key-is-new first")
		}
		if converged(p, "", late, answer(p, "replay")); p.Found() {
			return
		}
		before, changed, promise := answer(p, "changed-before"), answer(p, "changed"), p.Contract.Clause(idem.Mismatch)
		if promise.Accepts(*before.Response, first.Response) && promise.Does == idem.Refuses && !promise.Accepts(*changed.Response, late.Response) {
			p.Report(idem.Finding{
				Message:  "the target " + did(p, late, changed) + " another body under a key in its new life",
				Want:     wanted(promise),
				Got:      status(changed),
				Evidence: []string{"changed-before", "late", "changed"},
			})
			return
		}
		effects(p, "after", 2, "the target made a further effect for the repeat of a key in its new life", "late", "replay", "changed")
	},
})

// expiresToNew says why an expired key has no new life.
func expiresToNew(c idem.Contract) string {
	switch {
	case c.Clause(idem.Expired).Does != idem.Executes:
		return "the contract does not execute expired keys"
	case c.Clause(idem.Mismatch).Does == idem.Executes:
		return "the contract takes another body for another request"
	}
	return hasRetention(c)
}
