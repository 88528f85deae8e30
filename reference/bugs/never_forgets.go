package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// NeverForgets keeps keys beyond their retention.
var NeverForgets = declare(Bug{
	ID:     "never-forgets",
	Title:  "Replays the stored answer of a key after its retention",
	Kind:   "never-expires",
	Breaks: idem.Expired,
	Lever:  idem.ClockLever,
	Cause: `Records are written without an expiry, or with one that no lookup compares with the
time. The documents say 24 hours, and the store says for ever.`,
	Reports: []string{
		"https://github.com/ibrahimcesar/middy-idempotent/pull/7",
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
	},
	CaughtBy: []string{"expired-key-is-new"},
	Mutate: func(p *reference.Policy) {
		p.Expires = func(*reference.Call, reference.Record) time.Time { return time.Time{} }
	},
})
