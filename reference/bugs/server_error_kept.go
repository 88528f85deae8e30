package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ServerErrorKept stores what passes by itself.
var ServerErrorKept = declare(Bug{
	ID:     "server-error-kept",
	Title:  "Replays a passing server error until the key expires",
	Kind:   "5xx-pinned",
	Breaks: idem.AfterError,
	Lever:  idem.BreakLever,
	Cause: `Whatever the handler answers is stored, a 500 as well as a 201. The cause has passed within a
second, and the client gets the error for a day.`,
	Reports: []string{
		"https://github.com/LabsCrypt/remitlend/issues/1329",
		"https://github.com/C-Address-Onboarding-Bridge/C-Address-Onboarding-Bridge-Backend/issues/380",
	},
	CaughtBy: []string{"server-error-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Remember
		p.Remember = func(c *reference.Call, a reference.Answer) (reference.Answer, bool) {
			stored, kept := right(c, a)
			return stored, kept || a.Status/100 == 5
		}
	},
})
