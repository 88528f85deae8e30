package checks

import "github.com/idemspec/idemspec/checks/idem"

// LostAnswerOneEffect holds a retry after a lost answer to one effect.
var LostAnswerOneEffect = declare(idem.Check{
	ID:     "lost-answer-one-effect",
	Title:  "A retry after a lost answer makes no second effect",
	Family: "fault",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `The caller sends the whole request and the connection dies before the answer. It cannot
know whether the work was done, and retries with the same key. In the end there is one
effect, and each later repeat gets the same answer.`,
	Why: `This is what keys are for. A target that stops recording when its client hangs up keeps
the charge and forgets the key, and the honest retry charges again.`,
	Fix: `Detach the work from the client's connection once the key is claimed: finish it, record
it, and only then notice that nobody listens. Never free a key because the client left.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-1",
		"https://github.com/caura-ai/caura/pull/1629",
		"https://github.com/fullstackhero/dotnet-starter-kit/pull/1333",
	},
	Plan: func(idem.Contract) idem.Plan {
		same := idem.Request{Key: "k1"}
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "lost", Request: same, Fault: idem.Fault{When: idem.AfterRequest}},
			idem.Probe{Label: "made", Await: 1}, // the retry is to come once the work is done
			idem.Follow{Label: "retry", Request: same},
			idem.Send{Label: "repeat", Request: same},
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
		converged(p, idem.Replay, retry, answer(p, "repeat"))
		effects(p, "after", 1, "the target made a second effect for the retry of a lost answer", "lost", "retry")
	},
})

// stuck reports a key that stays claimed, if so much time has passed that no
// lease explains it. Else the request may still run, or its claim may lapse
// later.
func stuck(p *idem.Pass, label, message string) {
	attempts := p.Exchanges(label)
	last := attempts[len(attempts)-1]
	if !idem.Lapsed(p.Contract, attempts) {
		p.Inconclusive("the request was still said to be running when the harness gave up: its key may be locked for good, or its claim may lapse later",
			idem.ClockLever.Way())
	}
	p.Report(idem.Finding{
		Message:  message,
		Want:     "a final answer",
		Got:      status(last) + " after " + (last.Times.Shifted - attempts[0].Times.Shifted).String(),
		Evidence: []string{label},
	})
}

// retried returns the final answer to a retry, which is a success whether the
// lost request had been executed or not. Under a contract that refuses repeats
// of finished requests that refusal is as good.
func retried(p *idem.Pass, label string) idem.Exchange {
	x := answer(p, label)
	replay := p.Contract.Clause(idem.Replay)
	if succeeded(p, x) || replay.Does == idem.Refuses && replay.Accepts(*x.Response, nil) {
		return x
	}
	if p.Contract.Running(*x.Response) {
		stuck(p, label, "the target went on answering that a request still runs that has come to its end")
	} else {
		p.Report(idem.Finding{
			Message:  "the target refused the retry of a request whose answer was lost",
			Want:     replay.Wants(),
			Got:      status(x),
			Evidence: []string{"lost", label},
		})
	}
	return x
}
