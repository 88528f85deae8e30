package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LostMembersUnseen walks through the members of the new body.
var LostMembersUnseen = declare(Bug{
	ID:     "lost-members-unseen",
	Title:  "Replays the first answer to a body that lacks a member",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The comparison walks through the members that have come and looks each of them up in the
stored body. What is not sent any more is not compared.`,
	Reports: []string{
		"https://github.com/VilledeMontreal/express-idempotency/pull/44",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8390",
	},
	CaughtBy: []string{"removed-member"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool { return holds(first, now) })
	},
})
