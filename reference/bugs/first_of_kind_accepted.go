package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// FirstOfKindAccepted has to set something up before it can answer.
var FirstOfKindAccepted = declare(Bug{
	ID:     "first-of-kind-accepted",
	Title:  "Answers the first charge of an order with 202 in place of a creation",
	Kind:   "false-success",
	Breaks: idem.First,
	Cause: `The order that a charge belongs to is opened with its first charge, by a path of its own
that answers as what it is made for: accepted. Later charges get the status of a creation.`,
	Reports: []string{
		"https://github.com/fullstackhero/docs/pull/240",
		"https://github.com/medusajs/medusa/issues/3871",
	},
	CaughtBy: []string{"first-creates-one-effect"},
	Mutate: func(p *reference.Policy) {
		right, again := p.Fresh, lookAlikes()
		p.Fresh = func(c *reference.Call, a reference.Answer) reference.Answer {
			a = right(c, a)
			if c.Request.Method == http.MethodPost && !again(c) && a.Status/100 == 2 {
				a.Status = http.StatusAccepted
			}
			return a
		}
	},
})
