package checks

import "github.com/idemspec/idemspec/checks/idem"

// RemovedMember holds a used key whose body lacks a member to what is promised for another body.
var RemovedMember = declare(idem.Check{
	ID:     "removed-member",
	Title:  "A used key with a member less is another request",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule:   `A key belongs to one request. A body that lacks a member which matters is another body.`,
	Why: `Absence is a value: without the limit, the reference or the hold the order means
something else. A target that compares only what both bodies have answers it as done.`,
	Fix: `Compute the fingerprint over the whole body, with absent members told from null, store
it with the claim, and compare before anything else is done with a known key.`,
	Waive: `When the documents list the members that are compared and this is none of them.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
		"https://github.com/ietf-wg-httpapi/idempotency",
	},
	Applies: anyMemberCounts,
	Plan:    removedMember.plan(idem.Mismatch),
	Judge:   removedMember.judge,
})

var removedMember = second{
	what:    "a used key whose body lacks a member",
	request: idem.Request{Body: idem.RemovedBody},
	control: true,
}
