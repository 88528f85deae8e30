package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// FailureKeepsClaim does not release what has failed.
var FailureKeepsClaim = declare(Bug{
	ID:     "failure-keeps-claim",
	Title:  "Answers for ever after a server error that the first request still runs",
	Kind:   "stuck-in-progress",
	Breaks: idem.AfterError,
	Lever:  idem.BreakLever,
	Cause: `The claim is released where the handler returns, and not where it throws. The key stays
claimed by a request that has ended.`,
	Reports: []string{
		"https://github.com/snok/asgi-idempotency-header/issues/16",
		"https://github.com/LerianStudio/midaz/issues/1799",
		"https://github.com/useautumn/autumn/pull/1851",
	},
	CaughtBy: []string{"server-error-outcome"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := right(c, mine, work)
			if err == nil && a.Status/100 == 5 && mine.Slot != "" {
				err = c.Store.Do(c.Context, func(tx reference.Tx) error { return tx.Put(mine) })
			}
			return a, err
		}
		p.Orphaned = func(*reference.Call, reference.Tx, reference.Record) (bool, error) { return false, nil }
	},
})
