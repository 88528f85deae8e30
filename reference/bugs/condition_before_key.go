package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ConditionBeforeKey asks for the version first.
var ConditionBeforeKey = declare(Bug{
	ID:     "condition-before-key",
	Title:  "Refuses the repeat of a conditional request, whose version has passed by its own doing",
	Kind:   "replay-refused",
	Breaks: idem.LateMatch,
	Cause: `Conditions are evaluated in a layer of their own in front of the one that knows keys. The
retry of a change that was done names the version before it, and is told of a conflict.`,
	Reports: []string{
		"https://github.com/earth-mover/icechunk/issues/2099",
	},
	CaughtBy: []string{"matched-patch-replayed"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, known reference.Record, a *reference.Answer) error {
			wanted := c.Request.Header.Get("If-Match")
			if now := known.Answer.Header.Get("ETag"); wanted != "" && now != "" && now != wanted {
				*a = reference.Answer{Status: http.StatusPreconditionFailed, Header: http.Header{}}
			}
			return nil
		})
	},
})
