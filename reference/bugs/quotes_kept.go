package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// QuotesKept takes a header field as it stands for the key.
var QuotesKept = declare(Bug{
	ID:     "quotes-kept",
	Title:  "Takes a key and the same key in quotes for two",
	Kind:   "backend-divergence",
	Breaks: idem.OtherQuoting,
	Cause: `The field is not parsed, so that the quotes of the draft are two characters of the key. A
client library that begins to write them sends another key with its retry.`,
	Reports: []string{
		"https://github.com/grimurrash/test-task2/issues/73",
		"https://github.com/fullstackhero/docs/pull/240",
	},
	CaughtBy: []string{"other-quoting"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			var fault *reference.KeyFault
			foreign := errors.As(err, &fault) && fault.Situation == idem.OtherQuoting
			if (foreign || err == nil && key != "") && len(c.Carried) == 1 {
				return c.Carried[0], nil
			}
			return key, err
		}
	},
})
