package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// CheckThenActNarrow leaves a window that few tests hit.
var CheckThenActNarrow = declare(Bug{
	ID:     "check-then-act-narrow",
	Title:  "Executes twin requests that find the key unused within 100 microseconds of each other",
	Kind:   "race-both-run",
	Breaks: idem.OneEffect,
	Cause: `The key is looked up and then written, as in check-then-act, and nothing slow stands
between the two. Tests with two parallel requests pass nearly always.`,
	Reports: []string{
		"https://github.com/square1-io/laravel-idempotency/issues/1",
		"https://github.com/mitos-run/mitos/pull/240",
	},
	CaughtBy: []string{"pair-one-effect"},
	Mutate: func(p *reference.Policy) {
		p.Claim = claimAfter(100 * time.Microsecond)
		p.Holds = anyClaim
	},
})
