package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ExpiresEarly keeps keys for half as long as promised.
var ExpiresEarly = declare(Bug{
	ID:     "expires-early",
	Title:  "Forgets keys after half of their retention",
	Kind:   "time-units-skew",
	Breaks: idem.Kept,
	Lever:  idem.ClockLever,
	Cause: `The documents promise a day, and the store is told half of it: by a default that nobody has
changed, or by a clock that is read in another zone. Late retries are executed anew.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/4759",
		"https://github.com/square/connect-api-examples/issues/135",
	},
	CaughtBy: []string{"kept-until-expiry", "expired-key-is-new"},
	Mutate: func(p *reference.Policy) {
		right := p.Expires
		p.Expires = func(c *reference.Call, finished reference.Record) time.Time {
			until := right(c, finished)
			if until.IsZero() {
				return until
			}
			return finished.Claimed.Add(until.Sub(finished.Claimed) / 2)
		}
	},
})
