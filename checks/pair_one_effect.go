package checks

import (
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// PairOneEffect holds two parallel copies of one request to one effect, again and again.
var PairOneEffect = declare(idem.Check{
	ID:     "pair-one-effect",
	Title:  "Two requests with one key at the same time make one effect",
	Family: "concurrency",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule:   `The commonest race has two runners: the request, and its retry.`,
	Why: `With few copies the first gap is smallest: a window of some microseconds between looking
a key up and claiming it shows here, and not in a crowd.`,
	Fix: `Claim the key with one atomic step before any work: a unique index and an insert that
either wins or tells you that somebody else did.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/mastodon/mastodon/pull/37879",
		"https://portswigger.net/research/smashing-the-state-machine",
	},
	Plan: func(idem.Contract) idem.Plan {
		plan := idem.Plan{idem.Probe{Label: "before", Once: true}}
		for i := range pairs {
			plan = append(plan, idem.Burst{Label: pair(i), Requests: idem.Copies(2, idem.Request{Key: idem.KeySymbol(pair(i))})})
		}
		return append(plan, idem.Probe{Label: "after", Await: pairs})
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		met, done := false, 0
		for i := range pairs {
			answered := slices.DeleteFunc(p.Exchanges(pair(i)), func(x idem.Exchange) bool { return x.Response == nil })
			met = met || len(answered) == 2 && idem.Outstanding(answered[0], answered[1])
			if oneResource(p, answered); p.Found() {
				return
			}
			if slices.ContainsFunc(answered, func(x idem.Exchange) bool { return succeeded(p, x) }) {
				done++
			}
		}
		if done == 0 {
			p.Inconclusive("no request of any pair was answered with success, so no effect is due", again)
		}
		if !met {
			p.Inconclusive("no two requests with one key were with the target at the same time", again)
		}
		// A pair without a success may have been executed, and may not: a rule that
		// looks at bodies alone refuses all pairs but one.
		effects(p, "after", min(max(len(p.Reading("after").Effects), done), pairs), "the target made more effects than there were keys, each of which was sent twice at the same time", pair(0), pair(pairs-1))
	},
})

// pairs is how many keys are sent twice.
const pairs = 8

func pair(i int) string { return fmt.Sprintf("pair-%d", i+1) }
