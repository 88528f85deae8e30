package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeySpentByRead obeys keys on all methods.
var KeySpentByRead = declare(Bug{
	ID:     "key-spent-by-read",
	Title:  "Stores the answer of a GET under the key that it carries",
	Kind:   "route-not-bound",
	Breaks: idem.KeyOnRead,
	Cause: `The layer is put in front of all routes and asks for the key alone. A client library that
sends one with everything finds it used when it pays, and old balances when it reads.`,
	Reports: []string{
		"https://github.com/fossasia/eventyay/issues/602",
		"https://github.com/LabsCrypt/remitlend/pull/1680",
	},
	CaughtBy: []string{"key-on-read-ignored"},
	Mutate: func(p *reference.Policy) {
		p.Covers = func(*reference.Call) bool { return true }
	},
})
