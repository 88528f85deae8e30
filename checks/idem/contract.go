package idem

import "slices"

// A Contract is what one target promises about idempotency keys, as data: a
// profile in the words of this package. Nothing in a Contract is an opinion of
// the harness; each [Clause] names the place where the target says so.
//
// The members say how keys look and how far they reach, and the clauses say
// what happens. A member whose zero value is silence holds nobody to anything.
// Where some routes differ, [Contract.For] gives the contract of one request.
type Contract struct {
	Profile     string               `json:"profile"`           // stable name, such as "stripe-v1"
	Title       string               `json:"title"`             // for people: "Stripe API v1"
	Source      string               `json:"source"`            // page or document that the contract was read from
	Extends     string               `json:"extends,omitempty"` // profile that this one was laid over; empty if none
	Carrier     Carrier              `json:"carrier"`           // where the key travels
	Format      Format               `json:"format,omitzero"`   // what a well-formed key looks like
	Covers      []string             `json:"covers,omitempty"`  // methods on which a key means anything; empty means all but the safe ones
	Required    Required             `json:"required,omitzero"` // where a request without a key is wrong
	Scope       []Scope              `json:"scope,omitempty"`   // what a key is unique within; empty if unstated
	Retention   Retention            `json:"retention,omitzero"`
	Marker      Marker               `json:"marker,omitzero"`
	Fingerprint Fingerprint          `json:"fingerprint,omitzero"` // what of a request is compared
	Pace        Pace                 `json:"pace,omitzero"`        // how fast requests with one key may follow each other
	Natural     []Natural            `json:"natural,omitempty"`    // rules against duplicates that do not look at the key
	Routes      []Route              `json:"routes,omitempty"`     // parts of the API that differ; the first that matches counts
	Core        []Situation          `json:"core"`                 // clauses without which a run is never conforming
	Clauses     map[Situation]Clause `json:"clauses"`              // promises by situation; an absent clause is [Silent]
	Notes       []string             `json:"notes,omitempty"`      // what a reader should know that belongs to no clause
}

// Clause returns the promise for a situation; the zero Clause, which is
// [Silent], if the contract has none.
func (c Contract) Clause(s Situation) Clause { return c.Clauses[s] }

// IsCore reports whether a run that did not decide s cannot be conforming.
func (c Contract) IsCore(s Situation) bool { return slices.Contains(c.Core, s) }

// Covered reports whether a key means anything on a request with this method.
// On any other the target does as if no key were there.
func (c Contract) Covered(method string) bool {
	if len(c.Covers) == 0 {
		return method != "GET" && method != "HEAD" && method != "OPTIONS" && method != "TRACE"
	}
	return slices.Contains(c.Covers, method)
}

// Required says where a key is demanded. The zero value demands it nowhere.
type Required struct {
	Methods []string `json:"methods,omitempty"` // such as POST and PATCH
}

// On reports whether a request with this method needs a key.
func (r Required) On(method string) bool { return slices.Contains(r.Methods, method) }

// A Scope is one part of the tuple that a key is unique within. Two requests
// whose tuples differ have nothing to do with each other, whatever their keys.
type Scope string

// The parts that dialects name. The harness varies all but the last two: it is
// pointed at one region and one environment, and knows them so that nobody is
// surprised.
const (
	PerAccount     Scope = "account"    // the paying or owning account, whatever credential it uses
	PerCredential  Scope = "credential" // the API key or token itself
	PerMethod      Scope = "method"
	PerPath        Scope = "path"
	PerQuery       Scope = "query"
	PerRegion      Scope = "region"      // a region or zone: the same key in another one runs again
	PerEnvironment Scope = "environment" // test and live are apart
)

// Pace says how fast requests with one key may follow each other. A harness
// that is faster breaks the rules itself. The zero Pace asks for nothing.
type Pace struct {
	Gap      Duration `json:"gap,omitempty"`       // least time between the starts of two requests with one key; zero if there is none
	NoBursts bool     `json:"no_bursts,omitempty"` // two requests with one key must not be under way together: nothing may be tested that needs it
}
