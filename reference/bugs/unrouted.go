package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/reference"
)

// unrouted lets keys mean nothing on a route.
func unrouted(p *reference.Policy, path string) {
	right := p.Covers
	p.Covers = func(c *reference.Call) bool {
		return !strings.HasPrefix(c.Request.URL.Path, path) && right(c)
	}
}
