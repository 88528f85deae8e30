package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplaysTogether holds parallel repeats of a finished request to the stored answer.
var ReplaysTogether = declare(idem.Check{
	ID:     "replays-together",
	Title:  "Repeats that arrive together all get the stored answer",
	Family: "replay",
	Clause: idem.Replay,
	Since:  "v0.1.0",
	Rule:   `A finished request is replayed to each repeat, also to many at the same time.`,
	Why: `A time-out of a gateway makes all its clients retry at once. A store that is read and
refreshed without care answers some of them with an error or with nothing.`,
	Fix:   `Read the record without changing it, and answer from it.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/mastodon/mastodon/issues/40399",
		"https://github.com/square1-io/laravel-idempotency/issues/5",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Burst{Label: "burst", Requests: idem.Copies(burstSize, idem.Request{Key: "k1"})},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		for _, x := range answeredTogether(p, "burst") {
			if passing(x.Response.Status) {
				continue
			}
			if converged(p, "", first, x); p.Found() {
				return
			}
		}
		effects(p, "after", 1, "the target made a further effect for parallel repeats", "first", "burst")
	},
})
