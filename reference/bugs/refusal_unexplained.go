package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RefusalUnexplained refuses with a word.
var RefusalUnexplained = declare(Bug{
	ID:     "refusal-unexplained",
	Title:  "Refuses a used key in plain text that explains nothing",
	Kind:   "replay-format",
	Breaks: idem.ErrorDocument,
	Cause: `Errors of the layer that knows of keys do not pass the code that makes problem documents
of errors. The client gets a word where it parses an object.`,
	Reports: []string{
		"https://github.com/jcagarcia/grape-idempotency/issues/8",
		"https://github.com/knocklabs/one_and_done/pull/4",
	},
	CaughtBy: []string{"refusal-explained"},
	Mutate: func(p *reference.Policy) {
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no != nil {
				no.Header = http.Header{"Content-Type": {"text/plain; charset=utf-8"}}
				no.Body = []byte("Conflict\n")
			}
			return no
		}
	},
})
