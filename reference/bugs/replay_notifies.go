package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayNotifies emits events where answers are made.
var ReplayNotifies = declare(Bug{
	ID:     "replay-notifies",
	Title:  "Sends its webhook and its receipt again with each replay",
	Kind:   "hook-double",
	Breaks: idem.OutsideOnce,
	Lever:  idem.OutsideLever,
	Cause: `The event is emitted by the layer that answers, after the handler or the cache has given it
something to answer with. The customer gets a receipt for each retry.`,
	Reports: []string{
		"https://github.com/Pinelab-studio/pinelab-vendure-plugins/issues/620",
		"https://github.com/entire-vc/evc-team-relay/pull/115",
	},
	CaughtBy: []string{"outside-effects-once"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, _ *reference.Answer) error {
			return notifyAgain(c, *known.Answer, "replay")
		})
	},
})
