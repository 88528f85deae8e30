package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RetentionFromClaim counts from when it has claimed.
var RetentionFromClaim = declare(Bug{
	ID:     "retention-from-claim",
	Title:  "Counts the retention from the request and not from the end of the work",
	Kind:   "early-eviction",
	Breaks: idem.Kept,
	Lever:  idem.HoldLever,
	Cause: `The expiry is set with the claim, and completing the record leaves it as it is. Slow work uses
up a part of the time that its key was to be kept for after it.`,
	Reports: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/4759",
	},
	CaughtBy: []string{"retention-of-slow-work"},
	Mutate: func(p *reference.Policy) {
		right := p.Expires
		p.Expires = func(c *reference.Call, finished reference.Record) time.Time {
			finished.Finished = finished.Claimed
			return right(c, finished)
		}
	},
})
