package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// LongAnswerNotKept has a column of one size.
var LongAnswerNotKept = declare(Bug{
	ID:     "long-answer-not-kept",
	Title:  "Refuses the repeat of a request whose answer was longer than 400 bytes",
	Kind:   "replay-refused",
	Breaks: idem.BatchRepeat,
	Cause: `Answers that do not fit into their column are not stored, and the row of the key stays without
one. Answers of single charges fit; those of batches do not, and their keys can only be refused.`,
	Reports: []string{
		"https://github.com/useplunk/plunk/issues/484",
		"https://github.com/paveg/hono-idempotency/issues/92",
	},
	CaughtBy: []string{"batch-repeated"},
	Mutate: func(p *reference.Policy) {
		const room = 400
		right := p.Replay
		p.Replay = func(c *reference.Call, known reference.Record) (reference.Answer, error) {
			if len(known.Answer.Body) <= room {
				return right(c, known)
			}
			return reference.Answer{
				Status: http.StatusConflict, Header: http.Header{"Content-Type": {"application/json"}},
				Body: []byte(`{"detail":"the key was used, and its answer is not known"}`),
			}, nil
		}
	},
})
