package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// SiblingUnprotected reads keys on one of two operations.
var SiblingUnprotected = declare(Bug{
	ID:     "sibling-unprotected",
	Title:  "Reads no keys on transfers",
	Kind:   "unprotected-write",
	Breaks: idem.OtherPath,
	Cause: `Each route that takes keys has to ask for them, and the one that came last was forgotten.
It moves money like its siblings, and the documents speak for all.`,
	Reports: []string{
		"https://github.com/getlago/lago-api/issues/5870",
		"https://github.com/namuh-eng/opensend/issues/176",
	},
	CaughtBy: []string{"other-path"},
	Mutate: func(p *reference.Policy) {
		right := p.Covers
		p.Covers = func(c *reference.Call) bool {
			return !strings.HasPrefix(c.Request.URL.Path, "/v1/transfers") && right(c)
		}
	},
})
