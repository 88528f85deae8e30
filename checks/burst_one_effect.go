package checks

import (
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// burstSize is how many copies of one key are released together. More copies of
// one key do not expose a race any better: what counts is the gap between the
// first two.
const burstSize = 10

// BurstOneEffect holds parallel copies of one request to one effect and to
// promised answers.
var BurstOneEffect = declare(idem.Check{
	ID:     "burst-one-effect",
	Title:  "Parallel requests with one key make one effect",
	Family: "concurrency",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `Copies of one request that arrive together are one intent. One of them is executed; the
others are told that it still runs, or wait for it, or get its answer.`,
	Why: `Two retries three milliseconds apart both read "no such key" and both charge. It is the
commonest way in which a key store that works in every sequential test takes money twice.`,
	Fix: `Claim the key with one atomic step before any work: a unique index on scope and key and
an insert that either wins or tells you that somebody else did. Answer the loser; do not
let a unique violation surface as a server error.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.6",
		"https://github.com/mastodon/mastodon/pull/37879",
		"https://github.com/idempot-dev/idempot-js/issues/181",
	},
	Plan: func(idem.Contract) idem.Plan {
		same := idem.Request{Key: "k1"}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Burst{Label: "burst", Requests: idem.Copies(burstSize, same)},
			idem.Follow{Label: "final", Request: same},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		answered := answeredTogether(p, "burst")
		promised(p, answered)
		if oneResource(p, answered); p.Found() {
			return
		}
		final := answer(p, "final") // a limit or an outage ends it here: nothing says that an effect is due
		effects(p, "after", 1, "the target made more than one effect for parallel requests with one key", "burst")
		if first := winner(p, answered); first.Response != nil && !p.Found() {
			converged(p, idem.Replay, first, final)
		}
	},
})

// answeredTogether returns the exchanges of a burst that got an answer, and
// ends the judgement unless at least two of them were with the target at the
// same time: what did not overlap was no race.
func answeredTogether(p *idem.Pass, label string) []idem.Exchange {
	var answered []idem.Exchange
	for _, x := range p.Exchanges(label) {
		if x.Response != nil {
			answered = append(answered, x)
		}
	}
	for i, a := range answered {
		for _, b := range answered[i+1:] {
			if idem.Outstanding(a, b) {
				return answered
			}
		}
	}
	p.Inconclusive(fmt.Sprintf("no two of the requests of %q were with the target at the same time", label), again)
	return nil
}

// someSucceeded ends the judgement if nothing was answered with success, since
// then no effect is due.
func someSucceeded(p *idem.Pass, answered []idem.Exchange) {
	if !slices.ContainsFunc(answered, func(x idem.Exchange) bool { return succeeded(p, x) }) {
		p.Inconclusive("none of the parallel requests was answered with success, so no effect is due", again)
	}
}

// oneResource reports successes that name different resources.
func oneResource(p *idem.Pass, answered []idem.Exchange) {
	first := winner(p, answered)
	for _, x := range answered {
		if succeeded(p, x) && other(first, x) {
			p.Report(idem.Finding{
				Message:  "the target executed more than one of the parallel requests with one key",
				Want:     "one resource in all answers",
				Got:      first.Resource + " and " + x.Resource,
				Evidence: []string{x.Label},
			})
			return
		}
	}
}

// winner returns the first success; the zero Exchange if there is none.
func winner(p *idem.Pass, answered []idem.Exchange) idem.Exchange {
	var replay idem.Exchange
	for _, x := range answered {
		if succeeded(p, x) && (replay.Response == nil || x.Times.Done < replay.Times.Done) {
			replay = x
		}
	}
	return replay
}

// promised reports answers of a burst that are neither a first answer, nor a
// replay, nor the in-flight answer.
func promised(p *idem.Pass, answered []idem.Exchange) {
	first, replay := p.Contract.Clause(idem.First), p.Contract.Clause(idem.Replay)
	for _, x := range answered {
		r := *x.Response
		if passing(r.Status) && !p.Contract.Running(r) || succeeded(p, x) {
			continue
		}
		if p.Contract.Running(r) || first.Accepts(r, nil) || replay.Does == idem.Refuses && replay.Accepts(r, nil) {
			continue
		}
		p.Report(idem.Finding{
			Clause:   idem.InFlight,
			Message:  "the target answered one of the parallel requests in a way that its contract does not know",
			Want:     p.Contract.Clause(idem.InFlight).Wants() + " while the first runs, then the replay",
			Got:      status(x),
			Evidence: []string{x.Label},
		})
		return
	}
}
