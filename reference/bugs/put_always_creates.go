package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PutAlwaysCreates answers each PUT as a creation.
var PutAlwaysCreates = declare(Bug{
	ID:     "put-always-creates",
	Title:  "Answers each PUT of the same resource with 201",
	Kind:   "silent-upsert",
	Breaks: idem.PutRepeat,
	Cause: `The insert and the update are one statement, and the code after it answers as after an
insert. A client that repeats believes that it has made two.`,
	Reports: []string{
		"https://github.com/juspay/hyperswitch/pull/319",
		"https://github.com/fullstackhero/docs/pull/240",
	},
	CaughtBy: []string{"put-converges"},
	Mutate: func(p *reference.Policy) {
		right := p.Fresh
		p.Fresh = func(c *reference.Call, a reference.Answer) reference.Answer {
			a = right(c, a)
			if c.Request.Method == http.MethodPut && a.Status == http.StatusOK {
				a.Status = http.StatusCreated
			}
			return a
		}
	},
})
