package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LongKeyCut stores as much of a key as its column takes.
var LongKeyCut = declare(Bug{
	ID:     "long-key-cut",
	Title:  "Cuts a key that is too long in place of refusing it",
	Kind:   "key-length",
	Breaks: idem.LongKeySent,
	Cause: `The column for keys has a length, and the database cuts what is longer without an error.
Keys that differ in their ends alone are one key.`,
	Reports: []string{
		"https://github.com/apache/fineract/pull/3926",
		"https://github.com/apache/fineract/pull/6404",
	},
	CaughtBy: []string{"long-key"},
	Mutate: func(p *reference.Policy) {
		keyed(p, func(c *reference.Call, fault *reference.KeyFault) (string, bool) {
			if fault.Situation != idem.LongKeySent || len(c.Carried) == 0 {
				return "", false
			}
			key := c.Carried[0]
			return key[:len(key)-1], true // which is what is too much of the usual long key
		})
	},
})
