package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LongKeyFails leaves the length of keys to the database.
var LongKeyFails = declare(Bug{
	ID:     "long-key-fails",
	Title:  "Answers a key that is too long with a server error",
	Kind:   "key-length",
	Breaks: idem.LongKeySent,
	Cause: `Nobody measures the key. The database refuses to store it, and its error reaches the
client untranslated.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/93",
		"https://github.com/apache/fineract/pull/3926",
	},
	CaughtBy: []string{"long-key"},
	Mutate: func(p *reference.Policy) {
		right := p.Malformed
		p.Malformed = func(c *reference.Call, err error) *reference.Answer {
			var fault *reference.KeyFault
			if errors.As(err, &fault) && fault.Situation == idem.LongKeySent {
				no := failure()
				return &no
			}
			return right(c, err)
		}
	},
})
