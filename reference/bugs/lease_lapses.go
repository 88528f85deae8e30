package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LeaseLapses has a lease that is shorter than the work.
var LeaseLapses = declare(Bug{
	ID:     "lease-lapses",
	Title:  "Takes over the claim of a request that still runs after ten seconds",
	Kind:   "lease-too-short",
	Breaks: idem.OneEffect,
	Lever:  idem.HoldLever,
	Cause: `A claim is a lease, so that a crash does not block its key. The lease is shorter than the
slowest work, and nothing renews it, so the second request starts beside the first.`,
	Reports: []string{
		"https://github.com/KanishJebaMathewM/Truxify/issues/5846",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8049",
		"https://github.com/mikkelchokolate/Veil/issues/591",
	},
	CaughtBy: []string{"slow-work-keeps-its-claim"},
	Mutate: func(p *reference.Policy) {
		p.Orphaned = func(c *reference.Call, _ reference.Tx, known reference.Record) (bool, error) {
			return c.Now().Sub(known.Claimed) > 10*time.Second, nil
		}
		p.Holds = anyClaim
	},
})
