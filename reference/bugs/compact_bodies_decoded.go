package bugs

import (
	"bytes"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// CompactBodiesDecoded knows JSON by its first bytes.
var CompactBodiesDecoded = declare(Bug{
	ID:     "compact-bodies-decoded",
	Title:  "Refuses a repeat whose JSON is laid out in lines",
	Kind:   "too-strict-hash",
	Breaks: idem.OtherSpacing,
	Cause: `A quick look at the first two bytes decides whether a body is decoded before it is
hashed. JSON that begins with a line end and not with a name is hashed as it stands.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"other-white-space"},
	Mutate: func(p *reference.Policy) {
		right := p.Fingerprint
		p.Fingerprint = func(c *reference.Call) reference.Print {
			all := right(c)
			if all.Body != "" && !bytes.HasPrefix(c.Body, []byte(`{"`)) {
				all.Body = digest(all.Body + string(c.Body))
			}
			return all
		}
	},
})
