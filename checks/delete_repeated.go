package checks

import "github.com/idemspec/idemspec/checks/idem"

// DeleteRepeated holds a repeated DELETE to what is promised.
var DeleteRepeated = declare(idem.Check{
	ID:     "delete-repeated",
	Title:  "A repeated DELETE is answered as promised and changes nothing",
	Family: "methods",
	Clause: idem.DeleteRepeat,
	Since:  "v0.1.0",
	Rule: `DELETE is idempotent in effect: after one call or ten the resource is gone. The second
answer may be 404; that is right, and it is no server error. What went with the first, such
as a refund, does not come again.`,
	Why: `A client whose first answer was lost must be able to repeat without making an incident
of it, and without giving the money back twice.`,
	Fix:   `Answer the absence, and neither fail on it nor do anything about it.`,
	Waive: `Never.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.3.5",
		"https://github.com/recommand/recommand-peppol/pull/72",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "one", Request: idem.Request{Role: idem.Delete, On: "made"}},
			idem.Send{Label: "gone", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Probe{Label: "deleted", Await: 1},
			idem.Send{Label: "two", Request: idem.Request{Role: idem.Delete, On: "made"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		success(p, "one")
		two := answer(p, "two")
		if gone := answer(p, "gone"); succeeded(p, gone) && stillThere(*gone.Response) {
			p.Inconclusive("the resource can be read after it was deleted, so nothing can be said about the second DELETE", again)
		}
		if two.Response.Status >= 500 || !deleteAccepted(p, *two.Response) {
			p.Report(idem.Finding{
				Message:  "the target answered the second DELETE of a resource in another way than promised",
				Want:     p.Clause.Wants(),
				Got:      status(two),
				Evidence: []string{"one", "two"},
			})
			return
		}
		effectsLike(p, "after", "deleted", "the target had the effects of a DELETE again when it was repeated", "one", "two")
	},
})

// stillThere reports whether a read after a deletion shows a living resource:
// some targets keep a tombstone that says what it is.
func stillThere(r idem.Response) bool {
	for _, mark := range []string{"/deleted", "/deleted_at", "/voided", "/canceled", "/cancelled"} {
		if _, found := r.At(mark); found {
			return false
		}
	}
	status, _ := r.At("/status")
	return status != "deleted" && status != "voided" && status != "canceled" && status != "cancelled"
}

// deleteAccepted reports whether a second DELETE may be answered so: as the
// clause says, or with a success, which is never wrong.
func deleteAccepted(p *idem.Pass, r idem.Response) bool {
	return p.Contract.Success(r) || p.Clause.Accepts(r, nil)
}
