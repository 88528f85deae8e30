package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// JobKeyIgnored does not look for keys where work is only accepted.
var JobKeyIgnored = declare(Bug{
	ID:     "job-key-ignored",
	Title:  "Accepts a job again for each repeat",
	Kind:   "async-accept",
	Breaks: idem.AsyncRepeat,
	Cause: `The key guards the synchronous route. The one that only accepts work answers 202 at once, and
each repeat after a lost answer is another job.`,
	Reports: []string{
		"https://github.com/vectorize-io/hindsight/pull/2947",
	},
	CaughtBy: []string{"async-repeated"},
	Mutate: func(p *reference.Policy) {
		unrouted(p, "/v1/jobs")
	},
})
