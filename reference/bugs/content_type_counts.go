package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ContentTypeCounts hashes the content type as it is spelled.
var ContentTypeCounts = declare(Bug{
	ID:     "content-type-counts",
	Title:  "Refuses a repeat that spells its content type differently",
	Kind:   "volatile-hash",
	Breaks: idem.OtherTypeSent,
	Cause: `The raw field is a part of the hash. A client library that begins to name the charset
between two attempts sends another request.`,
	Reports: []string{
		"https://github.com/asimons81/wp-chatgpt-publisher/pull/14",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"other-content-type"},
	Mutate: func(p *reference.Policy) {
		right := p.Fingerprint
		p.Fingerprint = func(c *reference.Call) reference.Print {
			all := right(c)
			all.Type = digest(c.Request.Header.Get("Content-Type"))
			return all
		}
	},
})
