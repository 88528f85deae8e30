package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// EmptyBodyUnchecked compares bodies where there are two.
var EmptyBodyUnchecked = declare(Bug{
	ID:     "empty-body-unchecked",
	Title:  "Replays the first answer to a request without a body",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The comparison is left out when one of the hashes is missing, which was meant for records
from before there were hashes. A request without a body has none.`,
	Reports: []string{
		"https://github.com/fossasia/eventyay/issues/602",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8390",
	},
	CaughtBy: []string{"emptied-body"},
	Mutate: func(p *reference.Policy) {
		right := p.Meet
		p.Meet = func(c *reference.Call, mine, known reference.Record) reference.Meeting {
			if len(c.Body) == 0 && c.Request.Method == http.MethodPost {
				mine.Fingerprint = known.Fingerprint
			}
			return right(c, mine, known)
		}
	},
})
