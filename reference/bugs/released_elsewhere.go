package bugs

import (
	"context"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReleasedElsewhere deletes claims by another name than it gave them.
var ReleasedElsewhere = declare(Bug{
	ID:     "released-elsewhere",
	Title:  "Deletes claims under another key than it wrote them, and so never frees one",
	Kind:   "stuck-in-progress",
	Breaks: idem.AfterError,
	Lever:  idem.BreakLever,
	Cause: `The store puts a prefix before each key, and the clean-up deletes what the header says. To
delete what is not there is no error, so nobody notices that claims stay.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/1799",
		"https://github.com/fullstackhero/docs/pull/240",
	},
	CaughtBy: []string{"server-error-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			c.Store = misnamed{c.Store}
			return right(c, mine)
		}
		p.Orphaned = func(*reference.Call, reference.Tx, reference.Record) (bool, error) { return false, nil }
	},
})

// misnamed deletes nothing of what the store below it holds.
type misnamed struct{ reference.Store }

// Do implements [reference.Store].
func (m misnamed) Do(ctx context.Context, f func(reference.Tx) error) error {
	return m.Store.Do(ctx, func(tx reference.Tx) error { return f(misnamedTx{tx}) })
}

type misnamedTx struct{ reference.Tx }

// Delete implements [reference.Tx].
func (t misnamedTx) Delete(slot string) error { return t.Tx.Delete("unprefixed " + slot) }
