package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// UnusualKeyRefused takes the keys of its own client library.
var UnusualKeyRefused = declare(Bug{
	ID:     "unusual-key-refused",
	Title:  "Refuses keys with characters that its documents allow",
	Kind:   "key-format",
	Breaks: idem.UnusualSent,
	Cause: `A firewall, a router or a pattern in the code lets letters, digits and dashes through. The
documents allow any visible character, and clients build keys such as order:17/2.`,
	Reports: []string{
		"https://github.com/apache/fineract/pull/6404",
		"https://github.com/paveg/hono-idempotency/issues/93",
	},
	CaughtBy: []string{"unusual-key"},
	Mutate: func(p *reference.Policy) {
		const usual = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			if err == nil && strings.Trim(key, usual) != "" {
				return "", &reference.KeyFault{Situation: idem.MalformedSent, Detail: "the key has characters that are not taken"}
			}
			return key, err
		}
	},
})
