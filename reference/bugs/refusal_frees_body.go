package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RefusalFreesBody forgets what a refused key was used for.
var RefusalFreesBody = declare(Bug{
	ID:     "refusal-frees-body",
	Title:  "Lets a refused key be used again with another body",
	Kind:   "refusal-not-kept",
	Breaks: idem.Mismatch,
	Cause: `What was refused is kept for replays of the very same request, and not as a use of its key.
Another body finds no match and starts afresh, so that one key names two intents.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/709",
		"https://github.com/paveg/hono-idempotency/issues/178",
	},
	CaughtBy: []string{"refusal-keeps-its-key"},
	Mutate: func(p *reference.Policy) {
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			known, won, err := right(c, mine)
			if err != nil || won || known.Answer == nil || known.Answer.Status/100 != 4 || known.Fingerprint == mine.Fingerprint {
				return known, won, err
			}
			err = c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(mine) })
			return mine, err == nil, err
		}
	},
})
