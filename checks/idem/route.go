package idem

import (
	"path"
	"slices"
	"strings"
)

// A Route is a part of an API on which keys differ from the rest of it. What is
// zero is as elsewhere.
type Route struct {
	Methods   []string  `json:"methods,omitempty"` // the methods that it is about; empty means each
	Path      string    `json:"path"`              // the end of the path, such as "/v1/transfers"; "*" stands for one segment or a part of it
	Key       Need      `json:"key,omitempty"`     // whether a key is demanded or taken at all
	Carrier   Carrier   `json:"carrier,omitzero"`
	Format    Format    `json:"format,omitzero"`
	Retention Retention `json:"retention,omitzero"`
	Source    string    `json:"source"` // where the target says so
	Note      string    `json:"note,omitempty"`
}

// A Need says what a key is to a [Route].
type Need string

// The needs. The empty Need is as elsewhere.
const (
	NeedsKey   Need = "required" // a request without a key is answered as [MissingKey] says
	TakesKey   Need = "optional" // a key is taken and not demanded
	IgnoresKey Need = "ignored"  // a key means nothing
)

// For returns the contract as it holds for one request. Path is what the
// request line has, without its query. The first route that matches is laid over
// the members of the contract, and the result has no routes. Its clauses are
// the same.
func (c Contract) For(method, path string) Contract {
	i := slices.IndexFunc(c.Routes, func(r Route) bool { return r.matches(method, path) })
	routes := c.Routes
	c.Routes = nil
	if i < 0 {
		return c
	}
	r := routes[i]
	if r.Carrier.In != "" {
		c.Carrier = r.Carrier
	}
	if r.Format != (Format{}) {
		c.Format = r.Format
	}
	if r.Retention != (Retention{}) {
		c.Retention = r.Retention
	}
	switch r.Key {
	case NeedsKey:
		c.Covers, c.Required = []string{method}, Required{Methods: []string{method}}
	case TakesKey:
		c.Covers, c.Required = []string{method}, Required{}
	case IgnoresKey:
		others := func(m string) bool { return m == method }
		c.Covers, c.Required = slices.DeleteFunc([]string{"POST", "PUT", "PATCH", "DELETE"}, others), Required{}
	}
	return c
}

func (r Route) matches(method, where string) bool {
	if len(r.Methods) > 0 && !slices.Contains(r.Methods, method) {
		return false
	}
	want := strings.Split(strings.Trim(r.Path, "/"), "/")
	have := strings.Split(strings.Trim(where, "/"), "/")
	if len(have) < len(want) {
		return false
	}
	have = have[len(have)-len(want):]
	for i := range want {
		if same, err := path.Match(want[i], have[i]); err != nil || !same {
			return false
		}
	}
	return true
}
