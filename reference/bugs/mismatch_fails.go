package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MismatchFails has no answer for another body.
var MismatchFails = declare(Bug{
	ID:     "mismatch-fails",
	Title:  "Answers another body under a used key with a server error",
	Kind:   "mismatch-status",
	Breaks: idem.Mismatch,
	Cause: `The comparison raises an error that no handler knows, and the framework makes 500 of it.
Clients repeat what they should correct.`,
	Reports: []string{
		"https://github.com/formancehq/ledger/pull/921",
		"https://github.com/VilledeMontreal/express-idempotency/pull/44",
	},
	CaughtBy: []string{"mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		p.Different = func(*reference.Call, reference.Record) *reference.Answer {
			no := failure()
			return &no
		}
	},
})
