package checks

import "github.com/idemspec/idemspec/checks/idem"

// KilledBeforeEffect holds a retry after a crash before the effect to one effect.
var KilledBeforeEffect = declare(idem.Check{
	ID:     "killed-before-effect",
	Title:  "A retry after a crash before the effect does the work once",
	Family: "crash",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `The target dies after it has claimed the key and before it has done anything. The retry
does the work, once.`,
	Why: `A claim that nobody owns any more answers conflict for ever: the payment can never be
made, and the client's queue stands still.`,
	Fix: `Let a claim be taken over when its owner is proven dead: its session lock is free, or
its process is gone. Do not guess from the time that has passed.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/hyperb1iss/sibyl/pull/349",
		"https://github.com/ikyriak/IdempotentAPI/issues/37",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Break{At: idem.KillBefore},
			idem.Send{Label: "killed", Request: idem.Request{Key: "k1"}},
			idem.Mend{},
			idem.Follow{Label: "retry", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		if x := p.Exchange("killed"); x.Response != nil {
			p.Inconclusive("the target was to die, and answered "+status(x), idem.BreakLever.Way())
		}
		retry := retried(p, "retry")
		if p.Found() {
			return
		}
		if converged(p, idem.Replay, retry, answer(p, "repeat")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made more than one effect for a request whose work had died before its effect", "killed", "retry")
	},
})
