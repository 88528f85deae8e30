package checks

import "github.com/idemspec/idemspec/checks/idem"

// OutsideEffectsOnce holds what leaves the target to leaving once.
var OutsideEffectsOnce = declare(idem.Check{
	ID:     "outside-effects-once",
	Title:  "What leaves the target leaves once for one key",
	Family: "outside",
	Clause: idem.OutsideOnce,
	Since:  "v0.1.0",
	Rule: `A webhook, a mail and a call to a provider belong to the effect. A replay sends none of
them again.`,
	Why: `The ledger is right, and the customer has four mails and the shop four parcels.`,
	Fix: `Write what is to leave into an outbox in the transaction of the effect, and let the
relay dedupe by its id.`,
	Waive: `When receivers are known to dedupe, all of them.`,
	Sources: []string{
		"https://github.com/KanishJebaMathewM/Truxify/issues/14680",
		"https://github.com/entire-vc/evc-team-relay/pull/115",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true, Of: idem.Outside},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "sent-once", Await: 1, Of: idem.Outside},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "third", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "sent", Await: 1, Of: idem.Outside},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "first")
		answer(p, "replay")
		if some(p, "sent-once"); p.Found() {
			return
		}
		if twice(p, "sent"); !p.Found() {
			fired(p, "a replay", "sent-once", "sent")
		}
	},
})
