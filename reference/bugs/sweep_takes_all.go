package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// SweepTakesAll deletes what has not expired.
var SweepTakesAll = declare(Bug{
	ID:     "sweep-takes-all",
	Title:  "Deletes every finished record when it cleans up",
	Kind:   "early-eviction",
	Breaks: idem.Kept,
	Lever:  idem.ClockLever,
	Cause: `The job that deletes what has expired compares with the wrong column, or in the wrong
direction. It runs at night, and the retries of the morning are new work.`,
	Reports: []string{
		"https://github.com/redis/redis/issues/7856",
		"https://github.com/adcontextprotocol/adcp-client/pull/1863",
	},
	CaughtBy: []string{"kept-until-expiry"},
	Mutate: func(p *reference.Policy) {
		p.Sweep = func(tx reference.Tx, now time.Time) error { return tx.Sweep(now.Add(365 * 24 * time.Hour)) }
	},
})
