package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RecordAfterCommit commits effect and memory apart.
var RecordAfterCommit = declare(Bug{
	ID:     "record-after-commit",
	Title:  "Commits the charge first and its record in a second step",
	Kind:   "split-commit",
	Breaks: idem.OneEffect,
	Lever:  idem.BreakLever,
	Cause: `The effect has its own transaction, and the record is written afterwards. A crash or an error
between the two leaves a charge without memory, and the retry charges again.`,
	Reports: []string{
		"https://github.com/dj-stripe/dj-stripe/issues/455",
		"https://github.com/diggerhq/opencomputer/issues/276",
		"https://github.com/elchin92/avito-mcp/pull/62",
	},
	CaughtBy: []string{"killed-after-effect", "error-after-effect"},
	Mutate: func(p *reference.Policy) {
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			var a reference.Answer
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				a = c.Policy.Fresh(c, done)
				return err
			})
			if err == nil {
				err = c.Made()
			}
			if err != nil || mine.Slot == "" {
				return a, err
			}
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error { return c.Keep(tx, mine, a) })
		}
	},
})
