package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PartialPutMerged takes a PUT for a PATCH.
var PartialPutMerged = declare(Bug{
	ID:     "partial-put-merged",
	Title:  "Takes a PUT that lacks a member and keeps the old value",
	Kind:   "silent-upsert",
	Breaks: idem.PutPartial,
	Cause: `One function serves PUT and PATCH and sets what is given. Two clients that each put a
whole resource end with a mixture that neither has sent.`,
	Reports: []string{
		"https://github.com/juspay/hyperswitch/pull/319",
	},
	CaughtBy: []string{"partial-put-refused"},
	Mutate: func(p *reference.Policy) {
		p.Partial = func(*reference.Call, []string) *reference.Answer { return nil }
	},
})
