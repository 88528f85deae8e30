package checks

import "github.com/idemspec/idemspec/checks/idem"

// OutsideEffectsRecovered holds what was to leave at a crash to leaving once.
var OutsideEffectsRecovered = declare(idem.Check{
	ID:     "outside-effects-recovered",
	Title:  "What was still to leave at a crash leaves once in the end",
	Family: "outside",
	Clause: idem.OutsideRecovered,
	Since:  "v0.1.0",
	Rule: `The charge is committed, and the target dies before its mail and webhook. They go out
once in the end; the replay does not fire them blindly.`,
	Why: `Either the customer is never told of the charge, or the replay that finds it tells her
again each time.`,
	Fix: `Keep what is to leave in an outbox that is committed with the effect and read again
after a restart.`,
	Waive: `When nobody waits for what is sent.`,
	Sources: []string{
		"https://github.com/JasperFx/wolverine/issues/565",
		"https://github.com/LanternOps/breeze/issues/4095",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "control", Request: idem.Request{Key: "k0"}},
			idem.Probe{Label: "usual", Await: 1, Of: idem.Outside},
			idem.Break{At: idem.KillMail},
			idem.Send{Label: "killed", Request: idem.Request{Key: "k1"}},
			idem.Mend{},
			idem.Follow{Label: "retry", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "sent", Await: 2, Of: idem.Outside},
		}
	},
	Judge: func(p *idem.Pass) {
		if x := p.Exchange("killed"); x.Response != nil {
			p.Inconclusive("the target was to die, and answered "+status(x), idem.BreakLever.Way())
		}
		success(p, "control")
		success(p, "retry")
		if some(p, "usual"); !p.Found() {
			recovered(p, "usual", "sent", "a request that had made its effect and died")
		}
	},
})
