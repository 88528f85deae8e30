package checks

import "github.com/idemspec/idemspec/checks/idem"

// KilledAfterEffect holds a retry after a crash after the effect to one effect.
var KilledAfterEffect = declare(idem.Check{
	ID:     "killed-after-effect",
	Title:  "A retry after a crash after the effect makes no second one",
	Family: "crash",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `The target dies after the effect and before the answer. The retry gets the outcome, and
there is one effect.`,
	Why: `If effect and record commit apart, there is an instant in which the charge is there and
its memory is not. At some thousand payments a second that instant is hit on each
deployment.`,
	Fix:   `Commit the effect and the stored answer in one transaction.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/mikkelchokolate/Veil/issues/591",
		"https://github.com/diggerhq/opencomputer/issues/276",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Break{At: idem.KillAfter},
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
		effects(p, "after", 1, "the target made a second effect for a request whose work had died after its effect", "killed", "retry")
	},
})
