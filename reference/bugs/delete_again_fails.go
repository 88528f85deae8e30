package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// DeleteAgainFails trips over what is gone.
var DeleteAgainFails = declare(Bug{
	ID:     "delete-again-fails",
	Title:  "Answers a second DELETE with a server error",
	Kind:   "delete-retry-404",
	Breaks: idem.DeleteRepeat,
	Cause: `The row is loaded before it is deleted, and nobody has thought of one that is not there.
Client libraries repeat a DELETE by themselves, and report a failure that was none.`,
	Reports: []string{
		"https://github.com/recommand/recommand-peppol/pull/72",
		"https://github.com/scylladb/scylladb/issues/19532",
	},
	CaughtBy: []string{"delete-repeated"},
	Mutate: func(p *reference.Policy) {
		p.Gone = func(*reference.Call) *reference.Answer {
			no := failure()
			return &no
		}
	},
})
