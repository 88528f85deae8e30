package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LookAlikeAccepted greets what it has seen under another key with doubt.
var LookAlikeAccepted = declare(Bug{
	ID:     "look-alike-accepted",
	Title:  "Answers another key with the same body with 202 in place of a creation",
	Kind:   "derived-default-key",
	Breaks: idem.OtherKey,
	Cause: `A guard against double clicks remembers bodies. What looks like one is carried out and
answered as if it were still to be looked at, and the client waits for a decision.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/1436",
	},
	CaughtBy: []string{"other-key-other-effect"},
	Mutate: func(p *reference.Policy) {
		right, again := p.Fresh, lookAlikes()
		p.Fresh = func(c *reference.Call, a reference.Answer) reference.Answer {
			a = right(c, a)
			if again(c) && a.Status/100 == 2 {
				a.Status = http.StatusAccepted
			}
			return a
		}
	},
})
