package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BatchRefusedWhole lets one known item spoil a batch.
var BatchRefusedWhole = declare(Bug{
	ID:     "batch-refused-whole",
	Title:  "Refuses a whole batch for one item that was done before",
	Kind:   "batch",
	Breaks: idem.BatchOverlap,
	Cause: `The items are inserted by one statement, and the unique violation of one undoes them all. What
the client had lost it can never send, unless it finds out by itself which item it was.`,
	Reports: []string{
		"https://github.com/getlago/lago-api/issues/3049",
	},
	CaughtBy: []string{"batch-partly-repeated"},
	Mutate: func(p *reference.Policy) {
		p.Overlap = func(*reference.Call) *reference.Answer {
			return &reference.Answer{
				Status: http.StatusConflict, Header: http.Header{"Content-Type": {"application/json"}},
				Body: []byte(`{"detail":"an item of the batch exists already"}`),
			}
		}
	},
})
