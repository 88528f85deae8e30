package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ClaimReadBack takes a claim for its own when it looks like it.
var ClaimReadBack = declare(Bug{
	ID:     "claim-read-back",
	Title:  "Executes parallel twins that each find their own fingerprint in the claim",
	Kind:   "race-both-run",
	Breaks: idem.OneEffect,
	Cause: `Whether a claim was won is found out by reading it back and comparing fingerprints. Twins
have the same one, and both believe that the claim is theirs.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/91",
		"https://github.com/idempot-dev/idempot-js/issues/182",
	},
	CaughtBy: []string{"burst-one-effect", "in-flight-answer"},
	Mutate: func(p *reference.Policy) {
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			known, _, err := right(c, mine)
			if err != nil || known.Answer != nil || known.Fingerprint != mine.Fingerprint {
				return known, false, err
			}
			// The copy that was read has to come back from the store.
			return known, true, c.Pause(c.Context, time.Millisecond)
		}
		p.Holds = anyClaim
	},
})
