package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// HangUpRunsAgain queues what it has done already.
var HangUpRunsAgain = declare(Bug{
	ID:     "hang-up-runs-again",
	Title:  "Executes a request once more in the background when its client has left",
	Kind:   "gateway-timeout",
	Breaks: idem.OneEffect,
	Cause: `A request that could not be answered is put into a queue, so that its work is not lost. The
work had been done before the connection broke, and the queue knows nothing of keys.`,
	Reports: []string{
		"https://github.com/openSUSE/osc/pull/1860",
		"https://github.com/diggerhq/opencomputer/issues/276",
	},
	CaughtBy: []string{"reset-one-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := right(c, mine, work)
			if err != nil || mine.Slot == "" || !clientGone(c) {
				return a, err
			}
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error {
				_, err := work(tx)
				return err
			})
		}
	},
})
