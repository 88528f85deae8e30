package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// EqualPatchesMerged takes two increments for one.
var EqualPatchesMerged = declare(Bug{
	ID:     "equal-patches-merged",
	Title:  "Answers a second relative PATCH without a key with success and does not apply it",
	Kind:   "derived-default-key",
	Breaks: idem.PatchUnkeyed,
	Cause: `A key is made out of path, version and body where none is sent. For a change by an amount the
second one is meant, and its success is not true.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/1436",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/2465",
	},
	CaughtBy: []string{"relative-patch-compounds"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			if err == nil && key == "" && c.Request.Method == http.MethodPatch {
				key = digest(c.Request.URL.Path + "\n" + c.Request.Header.Get("If-Match") + "\n" + string(c.Body))
			}
			return key, err
		}
	},
})
