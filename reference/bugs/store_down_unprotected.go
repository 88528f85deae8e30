package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// StoreDownUnprotected fails open.
var StoreDownUnprotected = declare(Bug{
	ID:     "store-down-unprotected",
	Title:  "Executes requests unprotected while its key store is down",
	Kind:   "fail-open",
	Breaks: idem.StoreLost,
	Lever:  idem.BreakLever,
	Cause: `An outage of the key store is caught and logged, so that customers do not notice. Clients
retry most in an outage, and each retry is a charge.`,
	Reports: []string{
		"https://github.com/Dev1822/paySphere/issues/1919",
		"https://github.com/jcagarcia/grape-idempotency/pull/20",
	},
	CaughtBy: []string{"store-down-outcome"},
	Mutate: func(p *reference.Policy) {
		p.Unavailable = func(*reference.Call, error) *reference.Answer { return nil }
	},
})
