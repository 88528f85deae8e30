package checks

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// SlowWorkKeepsItsClaim holds a long-running request to keeping its claim.
var SlowWorkKeepsItsClaim = declare(idem.Check{
	ID:     "slow-work-keeps-its-claim",
	Title:  "A request that runs for long keeps its claim",
	Family: "concurrency",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule:   `As long as the first request runs, a second one meets it, however long that takes.`,
	Why: `A lock with a fixed life lapses while the acquirer is slow, and the retry is executed
beside the first.`,
	Fix: `Tie the claim to its owner's life: a session lock, or a lease that the owner renews and
fences its commit with.`,
	Waive: `When the work is bounded well below the lease, by a time-out that really ends it.`,
	Sources: []string{
		"https://github.com/KanishJebaMathewM/Truxify/issues/5846",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8049",
		"https://github.com/interledger/rafiki",
	},
	Applies: longerThanSlowWork,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Wait{For: slowWork},
			idem.Send{Label: "second", Request: idem.Request{Key: "k1"}, Background: true},
			idem.Release{Await: "second"},
			idem.Join{Label: "first"},
			idem.Join{Label: "second"},
			idem.Follow{Label: "final", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, second := answer(p, "first"), answer(p, "second")
		if !idem.Outstanding(first, second) {
			p.Inconclusive("the first request was answered before the second was sent: the hold did not keep it running", idem.HoldLever.Way())
		}
		if oneResource(p, []idem.Exchange{first, second}); p.Found() {
			return
		}
		answer(p, "final")
		effects(p, "after", 1, "the target executed a second request while the first, slow one still ran", "first", "second")
	},
})

// slowWork is how long the first request runs by the target's clock: longer than
// any lock for a request should be trusted to last, and shorter than any
// retention.
const slowWork = 4 * time.Minute

// longerThanSlowWork says why work cannot be slow within the retention.
func longerThanSlowWork(c idem.Contract) string {
	if n := time.Duration(c.Retention.Length); n > 0 && n <= 2*slowWork {
		return "the contract's retention is too short for slow work"
	}
	return ""
}
