package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// QueryLeftOut compares method, path and body alone.
var QueryLeftOut = declare(Bug{
	ID:     "query-left-out",
	Title:  "Replays the answer of a request with another query",
	Kind:   "query-not-bound",
	Breaks: idem.OtherQuerySent,
	Cause: `The fingerprint hashes method, path and body. A transfer that names the payee in its
query is answered as done to the first payee.`,
	Reports: []string{
		"https://github.com/pathosDev/actor-ts/issues/609",
	},
	CaughtBy: []string{"other-query"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) { c.Request.URL.RawQuery = "" })
	},
})
