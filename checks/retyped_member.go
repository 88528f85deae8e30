package checks

import "github.com/idemspec/idemspec/checks/idem"

// RetypedMember holds a used key with a retyped member to what is promised for another body.
var RetypedMember = declare(idem.Check{
	ID:     "retyped-member",
	Title:  "A used key with a value of another type is another request",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule:   `The text "4200" is not the number 4200. A body that differs in a type is another body.`,
	Why: `Languages that turn values into text before they hash cannot tell 1 from "1" or true
from "true". Two bodies that a validator treats differently then share one answer.`,
	Fix: `Compute the fingerprint over the encoded JSON and not over values joined as text, store
it with the claim, and compare before anything else is done with a known key.`,
	Waive: `When the target's own parser takes both for the same value.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	Applies: anyMemberCounts,
	Plan:    retypedMember.plan(idem.Mismatch),
	Judge:   retypedMember.judge,
})

var retypedMember = second{
	what:    "a used key with the same text as another type",
	request: idem.Request{Body: idem.RetypedBody},
	control: true,
}
