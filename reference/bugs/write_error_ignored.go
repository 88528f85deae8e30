package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// WriteErrorIgnored goes on when its record could not be written.
var WriteErrorIgnored = declare(Bug{
	ID:     "write-error-ignored",
	Title:  "Answers success although the record of it could not be written",
	Kind:   "fail-open",
	Breaks: idem.StoreLost,
	Lever:  idem.BreakLever,
	Cause: `The record is written once the charge is committed, and an error of that write is logged and
dropped: the customer has paid, so why fail. The retry finds no record, and pays again.`,
	Reports: []string{
		"https://github.com/Dev1822/paySphere/issues/1919",
		"https://github.com/mikkelchokolate/Veil/issues/591",
	},
	CaughtBy: []string{"store-lost-midway"},
	Mutate: func(p *reference.Policy) {
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if mine.Slot == "" {
				return commitUnclaimed(c, mine, work)
			}
			var a reference.Answer
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				a = c.Policy.Fresh(c, done)
				return err
			})
			if err != nil {
				return a, err
			}
			// This is where it would be logged.
			_ = c.Store.Do(c.Context, func(tx reference.Tx) error { return c.Keep(tx, mine, a) })
			return a, c.Made()
		}
	},
})
