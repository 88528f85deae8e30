package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ClaimsNothing has no claim at all.
var ClaimsNothing = declare(Bug{
	ID:     "claims-nothing",
	Title:  "Writes its record only once the work is done",
	Kind:   "race-both-run",
	Breaks: idem.OneEffect,
	Lever:  idem.HoldLever,
	Cause: `The answer is cached at the end, and nothing is written at the start. Whatever comes while
the work runs finds no key and runs too.`,
	Reports: []string{
		"https://github.com/jcagarcia/grape-idempotency/issues/10",
		"https://github.com/mastodon/mastodon/pull/21840",
	},
	CaughtBy: []string{"in-flight-answer", "slow-work-keeps-its-claim"},
	Mutate: func(p *reference.Policy) {
		p.Claim = claimAfter(0)
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			known, won, err := right(c, mine)
			if err != nil || !won {
				return known, won, err
			}
			return mine, true, c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Delete(mine.Slot) })
		}
		p.Execute = commitUnclaimed
	},
})
