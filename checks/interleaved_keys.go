package checks

import "github.com/idemspec/idemspec/checks/idem"

// InterleavedKeys holds two interleaved keys to their own answers.
var InterleavedKeys = declare(idem.Check{
	ID:     "interleaved-keys",
	Title:  "Interleaved keys keep their own answers",
	Family: "first",
	Clause: idem.OtherKey,
	Since:  "v0.1.0",
	Rule: `Each key has its own outcome. Requests with other keys in between change nothing about
it.`,
	Why: `A cache with one slot, or a record that is found by the body, answers the second
customer's retry with the first customer's receipt.`,
	Fix:   `Look up by scope and key alone, and store one record for each.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/tapickell/idempotent_middleware",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.2",
	},
	Applies: otherKeyExecutes,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "a1", Request: idem.Request{Key: "a"}},
			idem.Send{Label: "b1", Request: idem.Request{Key: "b"}},
			idem.Send{Label: "a2", Request: idem.Request{Key: "a"}},
			idem.Send{Label: "b2", Request: idem.Request{Key: "b"}},
			idem.Send{Label: "a3", Request: idem.Request{Key: "a"}},
			idem.Probe{Label: "after", Await: 2},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		a, b := success(p, "a1"), success(p, "b1")
		for _, pair := range [][2]idem.Exchange{{a, answer(p, "a2")}, {b, answer(p, "b2")}, {a, answer(p, "a3")}} {
			if converged(p, "", pair[0], pair[1]); p.Found() {
				return
			}
		}
		effects(p, "after", 2, "the target made more effects than there were keys", "a1", "b1", "a2", "b2", "a3")
	},
})

// otherKeyExecutes says why keys cannot be interleaved.
func otherKeyExecutes(c idem.Contract) string {
	if c.Clause(idem.OtherKey).Does != idem.Executes {
		return "the contract refuses the same body under another key"
	}
	return ""
}
