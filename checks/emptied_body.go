package checks

import "github.com/idemspec/idemspec/checks/idem"

// EmptiedBody holds a used key without a body to what is promised for another body.
var EmptiedBody = declare(idem.Check{
	ID:      "emptied-body",
	Title:   "A used key without any body is another request",
	Family:  "fingerprint",
	Clause:  idem.Mismatch,
	Since:   "v0.1.0",
	Applies: bodyCanBeEmpty,
	Rule:    `A key belongs to one request. A request without a body is not the request that had one.`,
	Why: `A proxy that loses the body on a retry is common. A target that skips the comparison for
an empty body answers the broken retry with a receipt, and the fault stays hidden.`,
	Fix: `Compute the fingerprint over the body also when it is empty, store it with the claim,
and compare before anything else is done with a known key.`,
	Waive: `When the target answers an empty body with a validation error before it looks at keys,
and its documents say so.`,
	Sources: []string{
		"https://github.com/apache/shenyu/issues/6413",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
	},
	Plan: emptiedBody.plan(idem.Mismatch),
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, emptied := success(p, "first"), answer(p, "second")
		// A target may look at the body before it looks at the key, and refuse the
		// empty one in its own way. What counts is that nothing is done.
		if emptied.Response.Status/100 != 4 {
			if held(p, emptiedBody.what, first, emptied); p.Found() {
				return
			}
		}
		effects(p, "after", 1, "the target made a further effect for "+emptiedBody.what, "first", "second")
	},
})

var emptiedBody = second{
	what:    "a used key without any body",
	request: idem.Request{Body: idem.EmptyBody},
}

// bodyCanBeEmpty says why a request cannot lose its body and keep its key.
func bodyCanBeEmpty(c idem.Contract) string {
	if c.Carrier.In == idem.InBody || c.Carrier.In == idem.InForm {
		return "the key travels in the body"
	}
	return mismatchDoesNotExecute(c)
}
