package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RawBodyHashed compares bytes where values are promised.
var RawBodyHashed = declare(Bug{
	ID:     "raw-body-hashed",
	Title:  "Refuses a repeat that is the same JSON written in another way",
	Kind:   "too-strict-hash",
	Breaks: idem.OtherSpacing,
	Cause: `The raw text is hashed. A retry after a restart, through a queue or by another client
library is spelled differently and counts as another request.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"other-member-order", "other-white-space"},
	Mutate: func(p *reference.Policy) {
		hashing(p, func(body []byte) (string, error) { return string(body), nil })
	},
})
