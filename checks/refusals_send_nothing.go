package checks

import "github.com/idemspec/idemspec/checks/idem"

// RefusalsSendNothing holds refused requests to sending nothing out.
var RefusalsSendNothing = declare(idem.Check{
	ID:     "refusals-send-nothing",
	Title:  "A refused request sends nothing out",
	Family: "outside",
	Clause: idem.OutsideRefused,
	Since:  "v0.1.0",
	Rule: `A conflict, a validation error and an in-flight answer do nothing, outside as well as
inside.`,
	Why: `A webhook that fires before the key is checked tells the shop of a payment that was
refused.`,
	Fix:   `Send from the outbox of committed effects alone.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/adcontextprotocol/adcp",
	},
	Applies: mismatchRefuses,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "sent-once", Await: 1, Of: idem.Outside},
			idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
			idem.Send{Label: "invalid", Request: idem.Request{Key: "k2", Body: idem.InvalidBody}},
			idem.Probe{Label: "sent", Await: 1, Of: idem.Outside},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "first")
		for _, label := range []string{"changed", "invalid"} {
			if x := answer(p, label); succeeded(p, x) {
				p.Inconclusive("the request "+label+" was not refused", "see the findings of other checks first")
			}
		}
		fired(p, "a refused request", "sent-once", "sent")
	},
})
