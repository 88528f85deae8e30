package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// InvalidForgotten frees a key that it had promised to use up.
var InvalidForgotten = declare(Bug{
	ID:     "invalid-forgotten",
	Title:  "Executes a corrected request under a key that an invalid one had used up",
	Kind:   "refusal-not-kept",
	Breaks: idem.AfterInvalid,
	Cause: `The documents tell clients to take a new key after each error, and the body is validated before
the key is looked at. A client that relies on the refusal of its old key has two requests.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/178",
		"https://github.com/KanishJebaMathewM/Truxify/issues/2869",
	},
	CaughtBy: []string{"invalid-request-frees-its-key"},
	Mutate: func(p *reference.Policy) {
		p.Spoils = func(*reference.Call, reference.Answer) bool { return false }
	},
})
