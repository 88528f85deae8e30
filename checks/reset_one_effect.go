package checks

import "github.com/idemspec/idemspec/checks/idem"

// ResetOneEffect holds a retry after a reset to one effect.
var ResetOneEffect = declare(idem.Check{
	ID:     "reset-one-effect",
	Title:  "A retry after a reset connection makes no second effect",
	Family: "fault",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `A reset tells the server that the client is gone, and nothing about what the client
wants. The work is done or not done, and the retry makes one effect in the end.`,
	Why: `Frameworks turn a reset into a cancelled context. The code that stores the outcome is
cancelled, the database commit is not.`,
	Fix:   `Detach the work from the connection once the key is claimed.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/elchin92/avito-mcp/pull/62",
		"https://github.com/caura-ai/caura/pull/1629",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "lost", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.AfterRequest, Reset: true}},
			idem.Probe{Label: "made", Await: 1}, // the retry is to come once the work is done
			idem.Follow{Label: "retry", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		p.Exchanges("lost")
		retry := retried(p, "retry")
		if p.Found() {
			return
		}
		if converged(p, idem.Replay, retry, answer(p, "repeat")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect for the retry after a reset connection", "lost", "retry")
	},
})
