package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MismatchAsConflict has one answer for all that cannot go on.
var MismatchAsConflict = declare(Bug{
	ID:     "mismatch-as-conflict",
	Title:  "Answers another body under a used key with 409, as if the first still ran",
	Kind:   "mismatch-status",
	Breaks: idem.Mismatch,
	Cause: `Whatever is wrong with a key is one error in the code and one status on the wire. Clients
take the conflict for a request that still runs, and repeat for ever what cannot succeed.`,
	Reports: []string{
		"https://github.com/idempot-dev/idempot-js/issues/183",
		"https://github.com/novuhq/novu/pull/4531",
	},
	CaughtBy: []string{"mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		right := p.Different
		p.Different = func(c *reference.Call, known reference.Record) *reference.Answer {
			no := right(c, known)
			if no != nil {
				no.Status = http.StatusConflict
			}
			return no
		}
	},
})
