package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RecordBeforeCommit remembers what it has not done yet.
var RecordBeforeCommit = declare(Bug{
	ID:     "record-before-commit",
	Title:  "Stores the answer before the charge is committed",
	Kind:   "false-success",
	Breaks: idem.AfterRestart,
	Lever:  idem.BreakLever,
	Cause: `The answer is composed and stored first, so that no crash can lose it. A crash before the
charge leaves a memory of something that never happened, and each retry is told that it did.`,
	Reports: []string{
		"https://github.com/formancehq/ledger/issues/364",
		"https://github.com/idempot-dev/idempot-js/issues/185",
	},
	CaughtBy: []string{"killed-after-effect"},
	Mutate: func(p *reference.Policy) {
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			var a reference.Answer
			undone := errors.New("not yet")
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				a = c.Policy.Fresh(c, done)
				if err == nil {
					err = undone // the trial run shows what the answer will be
				}
				return err
			})
			if !errors.Is(err, undone) {
				return a, err
			}
			if mine.Slot != "" {
				if err := c.Store.Do(c.Context, func(tx reference.Tx) error { return c.Keep(tx, mine, a) }); err != nil {
					return a, err
				}
			}
			if err := c.Made(); err != nil {
				return a, err
			}
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error {
				_, err := work(tx)
				return err
			})
		}
	},
})
