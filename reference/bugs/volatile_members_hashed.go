package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// VolatileMembersHashed compares what the contract leaves out.
var VolatileMembersHashed = declare(Bug{
	ID:     "volatile-members-hashed",
	Title:  "Refuses a repeat whose volatile members have changed",
	Kind:   "volatile-hash",
	Breaks: idem.Volatile,
	Cause: `Times of sending, temporary references and the like are hashed with the rest of the body.
Each attempt has new ones, and the honest retry is refused as another request.`,
	Reports: []string{
		"https://github.com/asimons81/wp-chatgpt-publisher/pull/14",
		"https://github.com/Adyen/adyen-commercetools/issues/1305",
	},
	CaughtBy: []string{"volatile-members"},
	Mutate: func(p *reference.Policy) {
		hashing(p, func(body []byte) (string, error) { return string(encoded(members(body))), nil })
	},
})
