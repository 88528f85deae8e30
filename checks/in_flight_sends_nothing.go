package checks

import "github.com/idemspec/idemspec/checks/idem"

// InFlightSendsNothing looks at what leaves the target while a key is in use.
var InFlightSendsNothing = declare(idem.Check{
	ID:     "in-flight-sends-nothing",
	Title:  "A request that meets the first at work sends nothing out",
	Family: "outside",
	Clause: idem.OutsideOnce,
	Since:  "v0.1.0",
	Rule: `A second request while the first still runs is refused, or waits for its answer. What
belongs to the effect leaves once, on account of the first.`,
	Why: `An event that is emitted by whatever leaves the handler, or by each request that comes in,
tells the shop twice of one payment, or of a failure that never was.`,
	Fix:   `Send from the outbox of committed effects alone.`,
	Waive: `When receivers are known to dedupe, all of them.`,
	Sources: []string{
		"https://github.com/Pinelab-studio/pinelab-vendure-plugins/issues/620",
		"https://github.com/woocommerce/woocommerce-gateway-stripe/issues/3326",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "control", Request: idem.Request{Key: "k0"}},
			idem.Probe{Label: "usual", Await: 1, Of: idem.Outside},
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Send{Label: "second", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Release{Await: "second"},
			idem.Join{Label: "first"},
			idem.Join{Label: "second"},
			idem.Probe{Label: "sent", Await: 2, Of: idem.Outside},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "control")
		ran, met := winnerOfTwo(p, answer(p, "first"), answer(p, "second"))
		if !idem.Outstanding(ran, met) {
			p.Inconclusive("the first request was answered before the second was sent: the hold did not keep it running", idem.HoldLever.Way())
		}
		if some(p, "usual"); !p.Found() {
			surplus(p, "usual", "sent", "a request that another one had met at work")
		}
	},
})
