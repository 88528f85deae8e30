package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// DeleteRefundsAgain has the effects of a deletion each time.
var DeleteRefundsAgain = declare(Bug{
	ID:     "delete-refunds-again",
	Title:  "Gives the money back once more with a second DELETE",
	Kind:   "unprotected-write",
	Breaks: idem.DeleteRepeat,
	Cause: `A deleted row stays and is marked, and the code that deletes finds it as before. The second
DELETE marks it again, without harm, and refunds it again, with harm.`,
	Reports: []string{
		"https://github.com/recommand/recommand-peppol/pull/72",
		"https://github.com/golemcloud/golem/pull/3764",
	},
	CaughtBy: []string{"delete-repeated"},
	Mutate: func(p *reference.Policy) {
		p.Gone = func(*reference.Call) *reference.Answer { return nil }
	},
})
