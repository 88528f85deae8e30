package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MissingKeyAccepted protects those who ask for it.
var MissingKeyAccepted = declare(Bug{
	ID:     "missing-key-accepted",
	Title:  "Executes a request without the key that it demands",
	Kind:   "unprotected-write",
	Breaks: idem.MissingKey,
	Cause: `The documents call the key required, and the code looks at it if it is there. A client
that loses the header in an update works on, and pays twice with its first retry.`,
	Reports: []string{
		"https://github.com/getlago/lago-api/issues/5870",
		"https://github.com/namuh-eng/opensend/issues/176",
	},
	CaughtBy: []string{"missing-key-refused"},
	Mutate: func(p *reference.Policy) {
		p.Missing = func(*reference.Call) *reference.Answer { return nil }
	},
})
