package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayAfterRestart holds a repeat after a restart to the stored answer.
var ReplayAfterRestart = declare(idem.Check{
	ID:     "replay-after-restart",
	Title:  "A repeat after a restart gets the stored answer",
	Family: "crash",
	Clause: idem.AfterRestart,
	Since:  "v0.1.0",
	Rule:   `The memory of a key is as durable as the effect that it stands for.`,
	Why: `Keys in the memory of one process are gone with it: each deployment makes all retries
that are under way into second charges.`,
	Fix: `Keep keys in the database that has the effect, not in the process and not in a cache
that may forget.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/moorcheh-ai/memanto/pull/827",
		"https://github.com/AnchorNet-Org/AnchorNet-Backend/issues/221",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Restart{},
			idem.Follow{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, replay := success(p, "first"), answer(p, "replay")
		held(p, "a request that had been finished before its restart", first, replay)
		if !p.Found() {
			effects(p, "after", 1, "the target made a second effect for a request that had been finished before its restart", "first", "replay")
		}
	},
})
