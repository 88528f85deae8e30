package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayDoesNotExtend counts from the first use what it promised to count from
// the last.
var ReplayDoesNotExtend = declare(Bug{
	ID:     "replay-does-not-extend",
	Title:  "Forgets a key that is in use although each use was to begin its retention anew",
	Kind:   "expired-runs-again",
	Breaks: idem.Extended,
	Lever:  idem.ClockLever,
	Cause: `The expiry is written with the record and never again, and the documents speak of the last
use. A client that retries for hours relies on its key for longer than it is kept.`,
	Reports: []string{
		"https://github.com/crbnos/carbon/issues/252",
		"https://github.com/square/connect-api-examples/issues/135",
	},
	CaughtBy: []string{"replay-and-retention"},
	Mutate: func(p *reference.Policy) {
		p.Extends = func(*reference.Call, reference.Record) bool { return false }
	},
})
