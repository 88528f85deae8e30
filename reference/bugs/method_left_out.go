package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MethodLeftOut compares the path, and the body where there is one.
var MethodLeftOut = declare(Bug{
	ID:     "method-left-out",
	Title:  "Replays the answer of a PATCH to a DELETE with the same key",
	Kind:   "route-not-bound",
	Breaks: idem.OtherMethod,
	Cause: `The method is no part of the identity, and a request without a body is not compared with
the one before since it has nothing to compare. The deletion is answered and not done.`,
	Reports: []string{
		"https://github.com/fossasia/eventyay/issues/602",
	},
	CaughtBy: []string{"other-method"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) { c.Request.Method = http.MethodPost })
		right := p.Meet
		p.Meet = func(c *reference.Call, mine, known reference.Record) reference.Meeting {
			m := right(c, mine, known)
			if m == reference.Different && c.Request.Method == http.MethodDelete {
				return reference.Finished
			}
			return m
		}
	},
})
