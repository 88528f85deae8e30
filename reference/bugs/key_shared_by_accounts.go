package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeySharedByAccounts looks keys up in the world.
var KeySharedByAccounts = declare(Bug{
	ID:     "key-shared-by-accounts",
	Title:  "Replays the answer of one account to another with the same key",
	Kind:   "cross-caller",
	Breaks: idem.OtherAccountSent,
	Cause: `The key alone is the key of the store, or a constant stands where the account belongs.
One customer is shown the payment of another, and the own one is never made.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/126",
		"https://github.com/nensii21/devlink/issues/773",
		"https://github.com/arun0009/idempotent/pull/217",
		"https://github.com/reown-com/push-server/pull/275",
	},
	CaughtBy: []string{"other-account"},
	Mutate: func(p *reference.Policy) {
		seenAs(p, func(c *reference.Call) { c.Account = "" })
		p.Entitled = func(*reference.Call, reference.Record) *reference.Answer { return nil }
	},
})
