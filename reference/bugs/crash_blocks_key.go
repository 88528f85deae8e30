package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// CrashBlocksKey never gives up the claims of the dead.
var CrashBlocksKey = declare(Bug{
	ID:     "crash-blocks-key",
	Title:  "Answers for ever after a crash that the first request still runs",
	Kind:   "stuck-in-progress",
	Breaks: idem.AfterRestart,
	Lever:  idem.BreakLever,
	Cause: `The claim says that somebody works on the key, and not who. After a crash nobody does, and
nobody can tell, so the key is refused until it expires.`,
	Reports: []string{
		"https://github.com/ikyriak/IdempotentAPI/issues/37",
		"https://github.com/VilledeMontreal/express-idempotency/issues/32",
		"https://github.com/hyperb1iss/sibyl/pull/349",
	},
	CaughtBy: []string{"killed-before-effect"},
	Mutate: func(p *reference.Policy) {
		p.Orphaned = func(*reference.Call, reference.Tx, reference.Record) (bool, error) { return false, nil }
	},
})
