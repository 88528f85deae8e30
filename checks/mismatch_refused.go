package checks

import "github.com/idemspec/idemspec/checks/idem"

// MismatchRefused holds a used key with another body to what is promised for
// it, and the stored answer to being unharmed.
var MismatchRefused = declare(idem.Check{
	ID:     "mismatch-refused",
	Title:  "A used key with another body is answered as promised and changes nothing",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `A key belongs to one request. Under most contracts a used key with another body is an
error, nothing is done, and the first answer stays replayable.`,
	Why: `A client that retries with another amount is either told that 42.00 succeeded when it
asked for 52.00, or charged twice. Both surface weeks later, in reconciliation.`,
	Fix: `Store a fingerprint of method, path and body beside the key when the key is claimed, and
compare it before anything else is done with a known key.`,
	Waive: `When the documents say that a key alone decides and callers know it; then say so in the
profile (does: replays).`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.7",
		"https://github.com/LerianStudio/midaz-sdk-golang/pull/236",
		"https://github.com/julik/idempo/issues/21",
	},
	Plan: func(c idem.Contract) idem.Plan {
		due := 1
		if c.Clause(idem.Mismatch).Does == idem.Executes {
			due = 2
		}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
			idem.Send{Label: "original", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: due},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, changed := success(p, "first"), answer(p, "changed")
		due := 1
		switch p.Clause.Does {
		case idem.Executes:
			due = 2
			mismatchExecutes(p, first, changed)
		case idem.Replays:
			converged(p, idem.Mismatch, first, changed)
		case idem.Refuses, idem.Waits, "":
			if !p.Clause.Accepts(*changed.Response, first.Response) {
				p.Report(idem.Finding{
					Message:  describeMismatch(p, first, changed),
					Want:     p.Clause.Wants(),
					Got:      status(changed),
					Evidence: []string{"first", "changed"},
				})
			}
			if !p.Found() {
				converged(p, idem.Mismatch, first, answer(p, "original"))
			}
		}
		if p.Found() {
			return
		}
		effects(p, "after", due, "the target made a further effect for a used key with another body", "first", "changed", "original")
	},
})

func mismatchExecutes(p *idem.Pass, first, changed idem.Exchange) {
	if !p.Clause.Accepts(*changed.Response, nil) || first.Resource == changed.Resource && first.Resource != "" {
		p.Report(idem.Finding{
			Message:  "the target did not execute another body under a used key, which its contract calls a new request",
			Want:     p.Clause.Wants() + " and a new resource",
			Got:      status(changed),
			Evidence: []string{"first", "changed"},
		})
	}
}

func describeMismatch(p *idem.Pass, first, changed idem.Exchange) string {
	switch ok := succeeded(p, changed); {
	case ok && other(first, changed):
		return "the target executed another body under a used key"
	case ok:
		return "the target accepted another body under a used key"
	case changed.Response.Status >= 500:
		return "the target answered another body under a used key with a server error"
	}
	return "the target refused another body under a used key in another way than promised"
}
