package checks

import (
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// LateArrivalsOneEffect holds copies that keep arriving to one effect.
var LateArrivalsOneEffect = declare(idem.Check{
	ID:     "late-arrivals-one-effect",
	Title:  "Copies that arrive while and after the first runs make one effect",
	Family: "concurrency",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `A copy may come before the first one is claimed, while it runs, in the moment in which
it finishes, and right after. It is the same intent each time.`,
	Why: `A record that is written after slow work leaves a gap at its end: a retry that comes in
it finds no lock any more and no answer yet.`,
	Fix:   `Replace the claim by the answer in one step, in the transaction of the effect.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/mastodon/mastodon/pull/21840",
		"https://github.com/jcagarcia/grape-idempotency/issues/10",
	},
	Plan: func(idem.Contract) idem.Plan {
		plan := idem.Plan{idem.Probe{Label: "before", Once: true}, idem.Send{Label: "first", Request: idem.Request{Key: keyOne}, Background: true}}
		for i := range arrivals {
			plan = append(plan, idem.Send{Label: arrival(i), Request: idem.Request{Key: keyOne}})
		}
		return append(plan, idem.Join{Label: "first"}, idem.Follow{Label: "final", Request: idem.Request{Key: keyOne}}, idem.Probe{Label: "after", Await: 1})
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		seen := []idem.Exchange{answer(p, "first")}
		for i := range arrivals {
			seen = append(seen, p.Exchange(arrival(i)))
		}
		seen = slices.DeleteFunc(seen, func(x idem.Exchange) bool { return x.Response == nil })
		if oneResource(p, seen); p.Found() {
			return
		}
		answer(p, "final")
		effects(p, "after", 1, "the target made more than one effect for copies that arrived while the first ran", "first", arrival(0), arrival(arrivals-1))
	},
})

// arrivals is how many copies follow the first one without a pause.
const arrivals = 8

func arrival(i int) string { return fmt.Sprintf("arrival-%d", i+1) }
