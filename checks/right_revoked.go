package checks

import "github.com/idemspec/idemspec/checks/idem"

// RightRevoked holds a replay after a revoked right to what is promised.
var RightRevoked = declare(idem.Check{
	ID:     "right-revoked",
	Title:  "A used key is answered as promised once its caller has lost the right",
	Family: "scope",
	Clause: idem.RightRevoked,
	Since:  "v0.1.0",
	Rule: `The contract says whether rights are asked again for a replay, or whether the outcome is
shown to whoever made the request.`,
	Why: `A dismissed employee's token that still shows receipts is a leak; a refusal that hides a
done payment from the one who made it is a second payment. Either has to be a decision.`,
	Fix:   `Put the replay behind the check of rights, or before it on purpose, and log it.`,
	Waive: `When rights are never taken away within the retention.`,
	Sources: []string{
		"https://github.com/margince/margince/issues/5315",
		"https://github.com/lakekeeper/lakekeeper/pull/1995",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1", As: idem.Revoked}},
			idem.Revoke{},
			idem.Send{Label: "later", Request: idem.Request{Key: "k1", As: idem.Revoked}},
			idem.Send{Label: "fresh", Request: idem.Request{Key: "k2", As: idem.Revoked}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, later := success(p, "first"), answer(p, "later")
		if fresh := answer(p, "fresh"); succeeded(p, fresh) {
			p.Inconclusive("new work is still done for the caller that was to lose its right, so the loss has not taken effect",
				"make the revoke lever answer once the right is gone")
		}
		if held(p, "a used key whose caller had lost the right", first, later); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect for a caller without the right", "first", "later")
	},
})
