package checks

import "github.com/idemspec/idemspec/checks/idem"

// AddedMember holds a used key whose body has a member more to what is promised for another body.
var AddedMember = declare(idem.Check{
	ID:     "added-member",
	Title:  "A used key with a member more is another request",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule:   `A key belongs to one request. A body with a member more that matters is another body.`,
	Why: `A member that is only now there can be the one that says where the money goes, or that
it shall be captured at once. A target that compares known members alone replays a
receipt for another order.`,
	Fix: `Compute the fingerprint over the whole body, members that it does not know included,
store it with the claim, and compare before anything else is done with a known key.`,
	Waive: `When the documents list the members that are compared and this is none of them.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
		"https://docs.rapyd.net/en/idempotency.md",
	},
	Applies: anyMemberCounts,
	Plan:    addedMember.plan(idem.Mismatch),
	Judge:   addedMember.judge,
})

var addedMember = second{
	what:    "a used key whose body has a member more",
	request: idem.Request{Body: idem.AddedBody},
	control: true,
}
