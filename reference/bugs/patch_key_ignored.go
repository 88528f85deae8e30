package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// PatchKeyIgnored reads keys on the routes that create.
var PatchKeyIgnored = declare(Bug{
	ID:     "patch-key-ignored",
	Title:  "Applies a relative PATCH again when it is repeated with its key",
	Kind:   "unprotected-write",
	Breaks: idem.PatchKeyed,
	Cause: `The layer that reads keys is put in front of the routes that create, and not of those that
change. An increment whose answer was lost is added twice.`,
	Reports: []string{
		"https://github.com/getlago/lago-api/issues/5870",
		"https://github.com/serg-io/dynamodb-atomic-counter/issues/4",
	},
	CaughtBy: []string{"relative-patch-once"},
	Mutate:   func(p *reference.Policy) { uncovered(p, http.MethodPatch) },
})

// uncovered lets keys mean nothing on a method.
func uncovered(p *reference.Policy, method string) {
	right := p.Covers
	p.Covers = func(c *reference.Call) bool { return c.Request.Method != method && right(c) }
}
