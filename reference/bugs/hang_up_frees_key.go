package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// HangUpFreesKey takes an answer that nobody received for a failure.
var HangUpFreesKey = declare(Bug{
	ID:     "hang-up-frees-key",
	Title:  "Frees the key of a request whose client has left before the answer",
	Kind:   "disconnect-drops-record",
	Breaks: idem.OneEffect,
	Cause: `Whatever ends without an answer counts as failed, and the clean-up deletes its record. The
charge was made all the same, and those who retry are those who got no answer.`,
	Reports: []string{
		"https://github.com/fullstackhero/dotnet-starter-kit/pull/1333",
		"https://github.com/caura-ai/caura/pull/1629",
	},
	CaughtBy: []string{"lost-answer-one-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := right(c, mine, work)
			if err != nil || mine.Slot == "" || !clientGone(c) {
				return a, err
			}
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error {
				return tx.Delete(mine.Slot)
			})
		}
	},
})
