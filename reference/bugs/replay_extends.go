package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayExtends refreshes what it reads.
var ReplayExtends = declare(Bug{
	ID:     "replay-extends",
	Title:  "Begins the retention of a key anew with each replay",
	Kind:   "never-expires",
	Breaks: idem.Extended,
	Lever:  idem.ClockLever,
	Cause: `Each access refreshes the entry, as caches do by default. A client that polls with its key
keeps it alive for ever, and a reused key is never new work.`,
	Reports: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://github.com/adcontextprotocol/adcp-client/pull/1863",
	},
	CaughtBy: []string{"replay-and-retention"},
	Mutate: func(p *reference.Policy) {
		p.Extends = func(*reference.Call, reference.Record) bool { return true }
	},
})
