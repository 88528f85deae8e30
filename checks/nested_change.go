package checks

import "github.com/idemspec/idemspec/checks/idem"

// NestedChange holds a used key with a nested change to what is promised for another body.
var NestedChange = declare(idem.Check{
	ID:     "nested-change",
	Title:  "A used key with a change within a nested member is another request",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule: `A key belongs to one request, and what is nested belongs to the body as much as what is
not.`,
	Why: `Line items, payees and splits are nested. A fingerprint of the top level lets a retry
with another payee be answered with the first receipt.`,
	Fix: `Compute the fingerprint over the body to its full depth, store it with the claim, and
compare before anything else is done with a known key.`,
	Waive: `When the documents list the members that are compared and this is none of them.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
		"https://github.com/tapickell/idempotent_middleware",
	},
	Applies: anyMemberCounts,
	Plan:    nestedChange.plan(idem.Mismatch),
	Judge:   nestedChange.judge,
})

var nestedChange = second{
	what:    "a used key with a change within a nested member",
	request: idem.Request{Body: idem.NestedBody},
	control: true,
}
