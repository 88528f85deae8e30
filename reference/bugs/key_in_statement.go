package bugs

import (
	"errors"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyInStatement joins the key into the text of a query.
var KeyInStatement = declare(Bug{
	ID:     "key-in-statement",
	Title:  "Answers a key with a quotation mark with a server error",
	Kind:   "hostile-key",
	Breaks: idem.UnusualSent,
	Cause: `The statement that looks the key up is put together from texts. An apostrophe in the key
ends the text early, and what comes after it is taken for a part of the statement.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/93",
		"https://github.com/apache/fineract/pull/3926",
	},
	CaughtBy: []string{"hostile-key"},
	Mutate: func(p *reference.Policy) {
		key, malformed := p.Key, p.Malformed
		broken := errors.New("syntax error at or near the end of the key")
		p.Key = func(c *reference.Call) (string, error) {
			k, err := key(c)
			if err == nil && strings.Count(k, "'")%2 == 1 {
				return "", broken
			}
			return k, err
		}
		p.Malformed = func(c *reference.Call, err error) *reference.Answer {
			if errors.Is(err, broken) {
				no := failure()
				return &no
			}
			return malformed(c, err)
		}
	},
})
