package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// EqualKeysJoined joins the fields of one name.
var EqualKeysJoined = declare(Bug{
	ID:     "equal-keys-joined",
	Title:  "Makes another key out of a key that stands twice",
	Kind:   "duplicate-header",
	Breaks: idem.TwiceSent,
	Cause: `Fields that differ are refused, and equal ones pass. The framework has joined them with a
comma by then, and the joined text is a key that no other request has.`,
	Reports: []string{
		"https://github.com/grimurrash/test-task2/issues/73",
	},
	CaughtBy: []string{"key-twice"},
	Mutate: func(p *reference.Policy) {
		keyed(p, func(c *reference.Call, fault *reference.KeyFault) (string, bool) {
			return strings.Join(c.Carried, ", "), fault.Situation == idem.TwiceSent
		})
	},
})
