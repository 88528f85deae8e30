package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// DeleteKeyIgnored takes DELETE for harmless.
var DeleteKeyIgnored = declare(Bug{
	ID:     "delete-key-ignored",
	Title:  "Answers a DELETE that is repeated with its key as if it were new",
	Kind:   "delete-retry-404",
	Breaks: idem.DeleteKeyed,
	Cause: `DELETE is called idempotent, and keys are not read on it. The second one finds nothing, and
a client whose answer was lost cannot tell a success from a mistake.`,
	Reports: []string{
		"https://github.com/golemcloud/golem/pull/3764",
		"https://github.com/scylladb/scylladb/issues/19532",
	},
	CaughtBy: []string{"keyed-delete-once"},
	Mutate:   func(p *reference.Policy) { uncovered(p, http.MethodDelete) },
})
