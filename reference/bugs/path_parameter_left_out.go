package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PathParameterLeftOut identifies requests by the template of their route.
var PathParameterLeftOut = declare(Bug{
	ID:     "path-parameter-left-out",
	Title:  "Replays the change of one resource to the same change of another",
	Kind:   "route-not-bound",
	Breaks: idem.OtherPath,
	Cause: `The fingerprint has the template of the route in place of the concrete path. The same
body for two resources is one request then: the second is never touched and looks fine.`,
	Reports: []string{
		"https://github.com/RamaAditya49/titen/issues/37",
	},
	CaughtBy: []string{"other-resource"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) {
			if id := c.Request.PathValue("id"); id != "" {
				c.Request.URL.Path = strings.ReplaceAll(c.Request.URL.Path, id, "{id}")
			}
		})
	},
})
