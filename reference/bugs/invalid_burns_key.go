package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// InvalidBurnsKey stores what validation refuses.
var InvalidBurnsKey = declare(Bug{
	ID:     "invalid-burns-key",
	Title:  "Keeps the refusal of a request that made no sense",
	Kind:   "4xx-burns-key",
	Breaks: idem.AfterInvalid,
	Cause: `The key is claimed before the body is validated, and whatever comes out is stored. The client
corrects its mistake, sends the same key, and is told of the mistake again.`,
	Reports: []string{
		"https://github.com/KanishJebaMathewM/Truxify/issues/2869",
		"https://github.com/LerianStudio/midaz/issues/709",
	},
	CaughtBy: []string{"invalid-request-frees-its-key"},
	Mutate: func(p *reference.Policy) {
		p.Spoils = func(*reference.Call, reference.Answer) bool { return true }
		right := p.Remember
		p.Remember = func(c *reference.Call, a reference.Answer) (reference.Answer, bool) {
			stored, kept := right(c, a)
			return stored, kept || a.Status/100 == 4
		}
	},
})
