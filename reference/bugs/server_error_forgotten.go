package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ServerErrorForgotten frees keys whose outcome it had promised to keep.
var ServerErrorForgotten = declare(Bug{
	ID:     "server-error-forgotten",
	Title:  "Executes a request again whose server error it had promised to keep",
	Kind:   "refusal-not-kept",
	Breaks: idem.AfterError,
	Lever:  idem.BreakLever,
	Cause: `The documents say that whatever was answered is answered again, a 500 as well. The layer that
stores has a list of what may pass by itself, and frees the key instead.`,
	Reports: []string{
		"https://github.com/ietf-wg-httpapi/idempotency/issues/41",
		"https://github.com/paveg/hono-idempotency/issues/178",
	},
	CaughtBy: []string{"server-error-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Remember
		p.Remember = func(c *reference.Call, a reference.Answer) (reference.Answer, bool) {
			stored, kept := right(c, a)
			return stored, kept && a.Status/100 != 5
		}
	},
})
