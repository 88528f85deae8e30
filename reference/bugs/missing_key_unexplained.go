package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MissingKeyUnexplained refuses with a status alone.
var MissingKeyUnexplained = declare(Bug{
	ID:     "missing-key-unexplained",
	Title:  "Refuses a request without a key and does not say why",
	Kind:   "replay-format",
	Breaks: idem.ErrorDocument,
	Cause: `The layer that asks for the key ends the request by itself, with a status and nothing
else. The handler that makes documents of errors is never reached.`,
	Reports: []string{
		"https://github.com/jcagarcia/grape-idempotency/issues/14",
		"https://github.com/knocklabs/one_and_done/pull/4",
	},
	CaughtBy: []string{"missing-key-explained"},
	Mutate: func(p *reference.Policy) {
		right := p.Missing
		p.Missing = func(c *reference.Call) *reference.Answer {
			no := right(c)
			if no != nil {
				no.Header, no.Body = http.Header{}, nil
			}
			return no
		}
	},
})
