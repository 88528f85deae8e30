package checks

import (
	"mime"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

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
		if whole(p, retry); p.Found() {
			return
		}
		if converged(p, idem.Replay, retry, answer(p, "repeat")); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a second effect for the retry after a broken answer", "lost", "retry")
	},
})

// whole reports an answer that calls itself JSON and is none, as the beginning of
// one is.
func whole(p *idem.Pass, x idem.Exchange) {
	r := x.Response
	kind, _ := r.Lookup("Content-Type")
	media, _, err := mime.ParseMediaType(kind)
	isJSON := err == nil && (media == "application/json" || strings.HasSuffix(media, "+json"))
	if !isJSON || r.Truncated || len(r.Body) == 0 || idem.EqualJSON(r.Body, r.Body) {
		return
	}
	p.Report(idem.Finding{
		Clause:   idem.Replay,
		Message:  "the target answered the retry with a part of an answer: it is no whole JSON",
		Want:     "the stored answer",
		Got:      excerpt(r.Body),
		Evidence: []string{"lost", x.Label},
	})
}
