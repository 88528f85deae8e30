package checks

import "github.com/idemspec/idemspec/checks/idem"

// CutAnswerReplayed holds a retry after a broken answer to the whole stored answer.
var CutAnswerReplayed = declare(idem.Check{
	ID:     "cut-answer-replayed",
	Title:  "A retry after an answer that broke off gets the whole answer",
	Family: "fault",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `The answer begins to arrive and breaks off. The work was done; the retry gets the stored
answer, whole.`,
	Why: `Half an answer is no answer: the client does not know the id of its charge. A record
that is written after the answer was sent is not there yet when the retry comes.`,
	Fix:   `Store the answer before its first byte is sent.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/googleapis/storage-testbench",
		"https://github.com/durable-streams/durable-streams",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "lost", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.DuringAnswer, After: 20}},
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
		effects(p, "after", 1, "the target made a second effect for the retry after a broken answer", "lost", "retry")
	},
})
