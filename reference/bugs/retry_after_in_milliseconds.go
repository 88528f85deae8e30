package bugs

import (
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RetryAfterInMilliseconds gives a pause in the wrong unit.
var RetryAfterInMilliseconds = declare(Bug{
	ID:     "retry-after-in-milliseconds",
	Title:  "Tells clients of a running request to come back in 90,000,000 seconds",
	Kind:   "time-units-skew",
	Breaks: idem.RetryAfter,
	Lever:  idem.HoldLever,
	Cause: `The pause is computed in milliseconds, from the expiry of the key, and written as it is.
Clients that obey the header come back once the key is long forgotten.`,
	Reports: []string{
		"https://github.com/xavierjohn/Trellis/pull/695",
	},
	CaughtBy: []string{"retry-after-usable"},
	Mutate: func(p *reference.Policy) {
		right := p.Running
		p.Running = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no != nil {
				no.Header.Set("Retry-After", strconv.FormatInt((25*time.Hour).Milliseconds(), 10))
			}
			return no
		}
	},
})
