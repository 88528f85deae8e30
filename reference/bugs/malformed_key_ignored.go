package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MalformedKeyIgnored does as if no key were there.
var MalformedKeyIgnored = declare(Bug{
	ID:     "malformed-key-ignored",
	Title:  "Executes a request with a malformed key without protection",
	Kind:   "unprotected-write",
	Breaks: idem.MalformedSent,
	Cause: `A key that cannot be parsed is dropped and logged, and the request goes on without one.
The client has sent a key and counts on it.`,
	Reports: []string{
		"https://github.com/getlago/lago-api/issues/5870",
		"https://github.com/apache/fineract/pull/6404",
	},
	CaughtBy: []string{"malformed-key"},
	Mutate: func(p *reference.Policy) {
		right := p.Malformed
		p.Malformed = func(c *reference.Call, err error) *reference.Answer {
			var fault *reference.KeyFault
			if errors.As(err, &fault) && fault.Situation == idem.MalformedSent {
				return nil
			}
			return right(c, err)
		}
	},
})
