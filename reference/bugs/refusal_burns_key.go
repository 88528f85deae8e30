package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RefusalBurnsKey keeps what it had promised to decide again.
var RefusalBurnsKey = declare(Bug{
	ID:     "refusal-burns-key",
	Title:  "Replays a refusal after which the key was to be free",
	Kind:   "4xx-burns-key",
	Breaks: idem.AfterRefusal,
	Cause: `Each answer that the handler has given is stored, a refusal for want of money as well. The
account is filled up, and the same transfer is refused until its key expires.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/709",
		"https://github.com/codatio/codat-docs/pull/1842",
	},
	CaughtBy: []string{"business-refusal-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Remember
		p.Remember = func(c *reference.Call, a reference.Answer) (reference.Answer, bool) {
			stored, kept := right(c, a)
			return stored, kept || a.Status/100 == 4
		}
	},
})
