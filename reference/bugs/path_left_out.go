package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PathLeftOut looks keys up whatever the operation.
var PathLeftOut = declare(Bug{
	ID:     "path-left-out",
	Title:  "Replays the answer of one operation to another one with the same key",
	Kind:   "route-not-bound",
	Breaks: idem.OtherPath,
	Cause: `The raw header is the key of the cache, and the fingerprint is made of the body. A client
that derives keys from an order number sends one key to two operations, and the second is
answered with the receipt of the first.`,
	Reports: []string{
		"https://github.com/LabsCrypt/remitlend/pull/1680",
		"https://github.com/nensii21/devlink/issues/1195",
	},
	CaughtBy: []string{"other-path"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) { c.Request.URL.Path, c.Request.URL.RawPath = "/", "" })
	},
})
