package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RefusalNotifies tells the world before it has decided.
var RefusalNotifies = declare(Bug{
	ID:     "refusal-notifies",
	Title:  "Sends a webhook for a request that it refuses",
	Kind:   "hook-double",
	Breaks: idem.OutsideRefused,
	Lever:  idem.OutsideLever,
	Cause: `The event is emitted when a request comes in, before the key is looked at. Receivers of
webhooks book a charge that was never made.`,
	Reports: []string{
		"https://github.com/SandeepVashishtha/Eventra/issues/19032",
		"https://github.com/woocommerce/woocommerce-gateway-stripe/issues/3326",
	},
	CaughtBy: []string{"refusals-send-nothing"},
	Mutate: func(p *reference.Policy) {
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no != nil && known.Answer != nil {
				// What cannot be sent is lost, as the answer is not to wait for it.
				_ = notifyAgain(c, *known.Answer, "refused")
			}
			return no
		}
	},
})
