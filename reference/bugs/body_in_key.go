package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BodyInKey makes the body a part of the key.
var BodyInKey = declare(Bug{
	ID:     "body-in-key",
	Title:  "Executes another body under a used key as a new request",
	Kind:   "body-in-key",
	Breaks: idem.Mismatch,
	Cause: `The hash of the body is joined with the key to look the record up, so that there is never
one to compare with. A client that corrects its request after a lost answer pays twice.`,
	Reports: []string{
		"https://github.com/julik/idempo/issues/21",
		"https://github.com/KanishJebaMathewM/Truxify/pull/2387",
	},
	CaughtBy: []string{"mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		right := p.Slot
		p.Slot = func(c *reference.Call) string {
			return right(c) + " body=" + digest(string(encoded(members(c.Body))))
		}
	},
})
