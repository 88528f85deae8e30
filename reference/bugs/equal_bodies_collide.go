package bugs

import (
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// EqualBodiesCollide makes ids out of bodies and swallows the clash.
var EqualBodiesCollide = declare(Bug{
	ID:     "equal-bodies-collide",
	Title:  "Answers a second charge with the same body with success and loses its effect",
	Kind:   "false-success",
	Breaks: idem.OtherKey,
	Cause: `Entries of the ledger get their ids from what is in them, and the insert ignores an id
that is there. The answer was made before: it names a charge with nothing behind it.`,
	Reports: []string{
		"https://github.com/formancehq/ledger/issues/364",
		"https://github.com/LerianStudio/midaz/issues/1436",
	},
	CaughtBy: []string{"other-key-other-effect"},
	Mutate: func(p *reference.Policy) {
		right, again := p.Execute, lookAlikes()
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if !again(c) {
				return right(c, mine, work)
			}
			var a reference.Answer
			ignored := errors.New("the id is there")
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				done, err := work(tx)
				if err != nil {
					return err
				}
				a = c.Policy.Fresh(c, done)
				return ignored
			})
			if !errors.Is(err, ignored) || mine.Slot == "" {
				return a, nil
			}
			return a, c.Store.Do(c.Context, func(tx reference.Tx) error { return c.Keep(tx, mine, a) })
		}
	},
})
