package checks

import "github.com/idemspec/idemspec/checks/idem"

// StoreLostMidway takes the store of keys away while a request runs.
var StoreLostMidway = declare(idem.Check{
	ID:     "store-lost-midway",
	Title:  "A request during whose work the store of keys is lost makes no second effect",
	Family: "crash",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `The key was claimed, and the store is gone when the answer is to be recorded. Either
nothing is done, or it is remembered: the retry makes one effect in the end.`,
	Why: `The charge is committed and the write of its record fails. Code that logs this and goes
on has a success that nobody remembers, and each retry is another charge.`,
	Fix: `Store the answer in the transaction of the effect, so that both fail. Where that cannot be,
keep the claim, answer an error, and find out what happened before the key runs again.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/Dev1822/paySphere/issues/1919",
		"https://github.com/mikkelchokolate/Veil/issues/591",
	},
	Applies: needsItsStore,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			// Meanwhile the request gets as far as it can.
			idem.Probe{Label: "held", Once: true},
			idem.Break{At: idem.StoreDown},
			idem.Release{Await: "first"},
			idem.Join{Label: "first"},
			idem.Mend{},
			idem.Follow{Label: "retry", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		p.Exchanges("first")
		retry := answer(p, "retry")
		if p.Contract.Running(*retry.Response) {
			stuck(p, "retry", "the target kept the key of a request locked whose store was lost while it ran")
			return
		}
		due := 1
		if !succeeded(p, retry) {
			due = min(due, len(p.Reading("after").Effects))
		}
		effects(p, "after", due, "the target made a second effect for a request whose record had been lost with the store of keys", "first", "retry")
	},
})

// needsItsStore says why a target may make a second effect without its store.
func needsItsStore(c idem.Contract) string {
	if c.Clause(idem.StoreLost).Does != idem.Refuses {
		return "the contract does not refuse requests without its store"
	}
	return ""
}
