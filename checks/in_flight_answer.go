package checks

import "github.com/idemspec/idemspec/checks/idem"

// InFlightAnswer holds a second request, while the first still runs, to the
// promised answer, and to the replay afterwards.
var InFlightAnswer = declare(idem.Check{
	ID:     "in-flight-answer",
	Title:  "A second request while the first still runs gets the promised answer",
	Family: "concurrency",
	Clause: idem.InFlight,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `While the first request with a key is being worked on, a second one is not executed.
Most contracts refuse it with a conflict that may be retried; some hold it until the first
is finished and then replay.`,
	Why: `Slow work is when callers retry. If the second request runs beside the first, a slow
acquirer turns into a double charge; if it gets an error that says "do not retry", the
caller mints a new key and pays twice.`,
	Fix: `Commit the claim before the work begins, so that other processes see it, and answer a
claimed key without touching the work. Free or take over a claim only when its owner is
known to be dead, not when some time has passed.`,
	Waive: `When the target's work is so short that no caller's time-out can fall into it.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.6",
		"https://github.com/jcagarcia/grape-idempotency/issues/10",
		"https://github.com/KeeperHub/keeperhub/pull/1922",
	},
	Plan: func(idem.Contract) idem.Plan {
		same := idem.Request{Key: "k1"}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Hold{},
			idem.Send{Label: "first", Request: same, Background: true},
			idem.Send{Label: "second", Request: same, Background: true},
			idem.Release{Await: "second"},
			idem.Join{Label: "first"},
			idem.Join{Label: "second"},
			idem.Follow{Label: "final", Request: same},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		ran, other := winnerOfTwo(p, answer(p, "first"), answer(p, "second"))
		if !idem.Outstanding(ran, other) {
			p.Inconclusive("the first request was answered before the second was sent: the hold did not keep it running", idem.HoldLever.Way())
		}
		inFlight(p, ran, other)
		if p.Found() {
			return
		}
		converged(p, idem.Replay, ran, answer(p, "final"))
		effects(p, "after", 1, "the target executed a second request while the first still ran", "first", "second")
	},
})

// winnerOfTwo tells the request that was executed from the one that met it. The
// target may have taken up the second one first, which is no fault.
func winnerOfTwo(p *idem.Pass, a, b idem.Exchange) (ran, met idem.Exchange) {
	first := p.Contract.Clause(idem.First)
	okA, okB := succeeded(p, a), succeeded(p, b)
	switch {
	case !okA && !okB:
		p.Inconclusive("neither request was answered with a success", again)
	case okA && okB && !first.Accepts(*a.Response, nil) && first.Accepts(*b.Response, nil):
		return b, a
	case okA && okB && a.Times.Done > b.Times.Done && p.Contract.Marker.On(*a.Response):
		return b, a
	case okA:
		return a, b
	}
	return b, a
}

// inFlight holds the answer of the request that met a running one to the
// clause.
func inFlight(p *idem.Pass, ran, met idem.Exchange) {
	if p.Clause.Does == idem.Waits {
		converged(p, idem.InFlight, ran, met)
		return
	}
	if p.Clause.Accepts(*met.Response, ran.Response) {
		return
	}
	message := "the target refused a request that met a running one in another way than promised"
	switch {
	case succeeded(p, met) && other(ran, met):
		message = "the target executed a second request while the first still ran"
	case succeeded(p, met):
		message = "the target held the second request until the first was finished, in place of refusing it"
	case met.Response.Status >= 500:
		message = "the target answered a request that met a running one with a server error"
	}
	p.Report(idem.Finding{
		Message:  message,
		Want:     p.Clause.Wants(),
		Got:      status(met),
		Evidence: []string{"first", "second"},
	})
}
