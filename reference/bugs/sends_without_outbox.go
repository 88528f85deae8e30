package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// SendsWithoutOutbox has no outbox.
var SendsWithoutOutbox = declare(Bug{
	ID:     "sends-without-outbox",
	Title:  "Sends its messages after the commit, with nothing to remember them",
	Kind:   "outbox",
	Breaks: idem.OutsideRecovered,
	Lever:  idem.BreakLever,
	Cause: `The charge is committed, and then the webhook and the receipt are sent. A crash between the two
loses them for good: the retry is a replay, and replays send nothing.`,
	Reports: []string{
		"https://github.com/LanternOps/breeze/issues/4095",
		"https://github.com/JasperFx/wolverine/issues/565",
	},
	CaughtBy: []string{"outside-effects-recovered"},
	Mutate: func(p *reference.Policy) {
		type box struct {
			mu      sync.Mutex
			waiting []reference.Message
		}
		var b box
		p.Announce = func(_ *reference.Call, _ reference.Tx, m reference.Message) error {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.waiting = append(b.waiting, m)
			return nil
		}
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			a, err := right(c, mine, work)
			if err != nil {
				return a, err
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			all := b.waiting
			b.waiting = nil
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error {
				for _, m := range all {
					if err := tx.Send(m); err != nil {
						return err
					}
				}
				return nil
			})
		}
	},
})
