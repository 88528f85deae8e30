package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// OperationLeftOut identifies requests by what they are about.
var OperationLeftOut = declare(Bug{
	ID:     "operation-left-out",
	Title:  "Replays a charge to a transfer with the same key and body",
	Kind:   "route-not-bound",
	Breaks: idem.OtherPath,
	Cause: `Services share a table of keys, and each writes the id of the resource beside the key and
not the operation. Where both operations create, neither has an id yet.`,
	Reports: []string{
		"https://github.com/LabsCrypt/remitlend/pull/1680",
		"https://github.com/nensii21/devlink/issues/1195",
	},
	CaughtBy: []string{"other-path"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) {
			c.Request.URL.Path, c.Request.URL.RawPath = "/"+c.Request.PathValue("id"), ""
		})
	},
})
