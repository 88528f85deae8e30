package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConflictReplacesPrint stores the fingerprint of whoever came last.
var ConflictReplacesPrint = declare(Bug{
	ID:     "conflict-replaces-print",
	Title:  "Takes a changed body for the original once it has refused it",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The request is written into the record of its key before it is compared. The first
conflict is noticed, and from then on the honest retry is the one that differs.`,
	Reports: []string{
		"https://github.com/idempot-dev/idempot-js/issues/182",
		"https://github.com/VilledeMontreal/express-idempotency/pull/44",
	},
	CaughtBy: []string{"mismatch-refused", "many-mismatches"},
	Mutate: func(p *reference.Policy) {
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			known.Fingerprint = c.Policy.Fingerprint(c).String()
			err := c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(known) })
			if err != nil {
				return c.Policy.Unavailable(c, err)
			}
			return no
		}
	},
})
