package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RetentionFromFinish counts from when it writes.
var RetentionFromFinish = declare(Bug{
	ID:     "retention-from-finish",
	Title:  "Counts the retention from the end of the work and not from the request",
	Kind:   "never-expires",
	Breaks: idem.Expired,
	Lever:  idem.HoldLever,
	Cause: `The expiry is computed when the record is written, from the time of that. As long as the work
is short nobody sees a difference to what the documents say.`,
	Reports: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://github.com/square/connect-api-examples/issues/135",
	},
	CaughtBy: []string{"retention-of-slow-work"},
	Mutate: func(p *reference.Policy) {
		right := p.Expires
		p.Expires = func(c *reference.Call, finished reference.Record) time.Time {
			finished.Claimed = finished.Finished
			return right(c, finished)
		}
	},
})
