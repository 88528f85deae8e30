package bugs

import (
	"crypto/rand"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RunningNotifies tells the world of a refusal.
var RunningNotifies = declare(Bug{
	ID:     "running-notifies",
	Title:  "Sends a webhook when it refuses a request that met the first at work",
	Kind:   "hook-double",
	Breaks: idem.OutsideOnce,
	Lever:  idem.HoldLever,
	Cause: `The event is emitted where the handler ends, however it ends. A conflict is an end as well, and
the shop hears of a payment that failed and of the same one that did not.`,
	Reports: []string{
		"https://github.com/Pinelab-studio/pinelab-vendure-plugins/issues/620",
		"https://github.com/woocommerce/woocommerce-gateway-stripe/issues/3326",
	},
	CaughtBy: []string{"in-flight-sends-nothing"},
	Mutate: func(p *reference.Policy) {
		right := p.Running
		p.Running = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no == nil {
				return nil
			}
			err := c.Store.Do(c.Context, func(tx reference.Tx) error {
				return tx.Send(reference.Message{ID: "refused." + rand.Text(), Kind: reference.ToHook, Account: c.Account, Marker: order(c), Body: no.Body})
			})
			if err != nil {
				return c.Policy.Unavailable(c, err)
			}
			return no
		}
	},
})
