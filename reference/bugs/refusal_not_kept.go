package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RefusalNotKept remembers successes alone.
var RefusalNotKept = declare(Bug{
	ID:     "refusal-not-kept",
	Title:  "Decides again about a request that it had refused for good",
	Kind:   "refusal-not-kept",
	Breaks: idem.AfterRefusal,
	Cause: `Only answers of the class 2xx are stored. A declined charge that is repeated under its key is
put to the bank once more, and may go through after the customer was told that it did not.`,
	Reports: []string{
		"https://github.com/torkiv-labs/Nexuq/issues/361",
		"https://github.com/paveg/hono-idempotency/issues/178",
	},
	CaughtBy: []string{"business-refusal-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Remember
		p.Remember = func(c *reference.Call, a reference.Answer) (reference.Answer, bool) {
			stored, kept := right(c, a)
			return stored, kept && a.Status/100 == 2
		}
	},
})
