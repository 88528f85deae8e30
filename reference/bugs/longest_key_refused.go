package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LongestKeyRefused is off by one.
var LongestKeyRefused = declare(Bug{
	ID:     "longest-key-refused",
	Title:  "Refuses a key that is exactly as long as allowed",
	Kind:   "key-length",
	Breaks: idem.LongestSent,
	Cause: `The length is compared with "less than" where "at most" is meant, or counted with the
quotes or the end of the text in it.`,
	Reports: []string{
		"https://github.com/apache/fineract/pull/6404",
		"https://github.com/paveg/hono-idempotency/issues/93",
	},
	CaughtBy: []string{"longest-key"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			if err == nil && len(key) >= 255 {
				return "", &reference.KeyFault{Situation: idem.LongKeySent, Detail: "the key is too long"}
			}
			return key, err
		}
	},
})
