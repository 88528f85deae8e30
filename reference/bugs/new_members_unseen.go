package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// NewMembersUnseen walks through the members of the first body.
var NewMembersUnseen = declare(Bug{
	ID:     "new-members-unseen",
	Title:  "Replays the first answer to a body with a member more",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The comparison walks through the stored members and looks each of them up in the new
body. Nobody looks for members that only the new one has.`,
	Reports: []string{
		"https://github.com/VilledeMontreal/express-idempotency/pull/44",
		"https://github.com/LerianStudio/midaz-sdk-golang/pull/236",
	},
	CaughtBy: []string{"added-member"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool { return holds(now, first) })
	},
})
