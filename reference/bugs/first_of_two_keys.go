package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// FirstOfTwoKeys takes the first key and never looks for another.
var FirstOfTwoKeys = declare(Bug{
	ID:     "first-of-two-keys",
	Title:  "Takes the first of two keys in one request",
	Kind:   "duplicate-header",
	Breaks: idem.PairSent,
	Cause: `The framework returns the first field of a name. A proxy that adds a key of its own makes
the layers disagree about which one the request has.`,
	Reports: []string{
		"https://github.com/grimurrash/test-task2/issues/73",
	},
	CaughtBy: []string{"two-keys"},
	Mutate: func(p *reference.Policy) {
		keyed(p, func(c *reference.Call, fault *reference.KeyFault) (string, bool) {
			if fault.Situation != idem.PairSent || len(c.Carried) == 0 {
				return "", false
			}
			return strings.Trim(c.Carried[0], `"`), true
		})
	},
})
