package bugs

import (
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ExpiredRefused keeps the key and forgets its answer.
var ExpiredRefused = declare(Bug{
	ID:     "expired-refused",
	Title:  "Refuses a key once its retention has passed",
	Kind:   "never-expires",
	Breaks: idem.Expired,
	Lever:  idem.ClockLever,
	Cause: `The unique index outlives the answer: the cache entry has expired, the row with the key has
not. The late request is neither replayed nor executed.`,
	Reports: []string{
		"https://github.com/crbnos/carbon/issues/252",
		"https://github.com/medusajs/medusa/issues/1887",
	},
	CaughtBy: []string{"expired-key-is-new"},
	Mutate: func(p *reference.Policy) {
		p.Late = func(*reference.Call, reference.Record) *reference.Answer {
			return &reference.Answer{Status: http.StatusConflict, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"detail":"the key exists already"}`)}
		}
		p.Sweep = func(reference.Tx, time.Time) error { return nil }
	},
})
