package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RecordInheritsLease lets a record expire when its claim would have.
var RecordInheritsLease = declare(Bug{
	ID:     "record-inherits-lease",
	Title:  "Forgets a finished request after the minute that its claim was given",
	Kind:   "early-eviction",
	Breaks: idem.Kept,
	Lever:  idem.ClockLever,
	Cause: `The claim has a short life, so that a crash does not block its key. The answer is written over
it by an update that leaves the expiry as it is.`,
	Reports: []string{
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
		"https://github.com/aws-powertools/powertools-lambda-java/issues/1281",
	},
	CaughtBy: []string{"kept-until-expiry"},
	Mutate: func(p *reference.Policy) {
		p.Expires = func(_ *reference.Call, finished reference.Record) time.Time {
			return finished.Claimed.Add(time.Minute)
		}
	},
})
