package idem

import "slices"

// A Contract is what one target promises about idempotency keys, as data: a
// profile in the words of this package. Nothing in a Contract is an opinion of
// the harness; each [Clause] names the place where the target says so.
type Contract struct {
	Profile   string               `json:"profile"`           // stable name, such as "stripe-v1"
	Title     string               `json:"title"`             // for people: "Stripe API v1"
	Source    string               `json:"source"`            // page or document that the contract was read from
	Carrier   Carrier              `json:"carrier"`           // where the key travels
	Format    Format               `json:"format,omitzero"`   // what a well-formed key looks like
	Required  Required             `json:"required,omitzero"` // where a request without a key is wrong
	Scope     []Scope              `json:"scope,omitempty"`   // what a key is unique within; empty if unstated
	Retention Retention            `json:"retention,omitzero"`
	Marker    Marker               `json:"marker,omitzero"`
	Core      []Situation          `json:"core"`    // clauses without which a run is never conforming
	Clauses   map[Situation]Clause `json:"clauses"` // promises by situation; an absent clause is [Silent]
}

// Clause returns the promise for a situation; the zero Clause, which is
// [Silent], if the contract has none.
func (c Contract) Clause(s Situation) Clause { return c.Clauses[s] }

// IsCore reports whether a run that did not decide s cannot be conforming.
func (c Contract) IsCore(s Situation) bool { return slices.Contains(c.Core, s) }

// A Carrier says where the key travels in a request.
type Carrier struct {
	In     Place  `json:"in"`
	Name   string `json:"name"`             // header field, query parameter, form field, or JSON Pointer into the body (RFC 6901)
	Quoted bool   `json:"quoted,omitempty"` // the value is an RFC 8941 String, in double quotes on the wire
}

// A Place is a part of a request that can carry the key.
type Place string

// The places that dialects use.
const (
	InHeader Place = "header"
	InBody   Place = "body"
	InQuery  Place = "query"
	InForm   Place = "form"
)

// A Format says what a well-formed key looks like. The zero Format allows any
// key.
type Format struct {
	MinLength int    `json:"min_length,omitempty"` // characters; zero if there is no lower bound
	MaxLength int    `json:"max_length,omitempty"` // characters; zero if the documents give no upper bound
	Kind      Kind   `json:"kind,omitempty"`       // shape that is demanded; empty if any is taken
	Pattern   string `json:"pattern,omitempty"`    // RE2 expression for the whole key; empty if any is taken
}

// A Kind is a shape of key that a target demands.
type Kind string

// The kinds that dialects demand.
const (
	AnyKey Kind = ""
	UUID   Kind = "uuid"  // any version, RFC 9562
	UUIDv4 Kind = "uuid4" // version 4 alone
)

// Required says where a key is demanded. The zero value demands it nowhere.
type Required struct {
	Methods []string `json:"methods,omitempty"` // such as POST and PATCH
}

// On reports whether a request with this method needs a key.
func (r Required) On(method string) bool { return slices.Contains(r.Methods, method) }

// A Scope is one part of the tuple that a key is unique within.
type Scope string

// The parts that dialects name.
const (
	PerAccount    Scope = "account"    // the paying or owning account, whatever credential it uses
	PerCredential Scope = "credential" // the API key or token itself
	PerMethod     Scope = "method"
	PerPath       Scope = "path"
)

// A Retention says how long a key is remembered. The zero Retention means that
// the documents do not say.
type Retention struct {
	Length    Duration `json:"length,omitempty"`    // zero if unstated or permanent
	From      Start    `json:"from,omitempty"`      // what the length is counted from; empty if unstated
	Floor     bool     `json:"floor,omitempty"`     // Length is a minimum: the key may live longer
	Permanent bool     `json:"permanent,omitempty"` // keys are never forgotten
}

// A Start is the instant from which a retention is counted.
type Start string

// The starts that dialects name. An unstated start is read as [FromFirst].
const (
	FromFirst      Start = "first"      // the first request with the key was received
	FromCompletion Start = "completion" // the first request with the key was finished
)

// A Marker is the response header that tells a replay from a first answer. The
// zero Marker means that there is none.
type Marker struct {
	Header string `json:"header,omitempty"`
	Value  string `json:"value,omitempty"` // value on a replay; empty if any value marks one
	First  string `json:"first,omitempty"` // value on a first answer; empty if the header is absent there
}

// On reports whether an answer is marked as a replay.
func (m Marker) On(r Response) bool {
	if m.Header == "" {
		return false
	}
	v, found := r.Lookup(m.Header)
	if !found {
		return false
	}
	if m.Value == "" {
		return m.First == "" || v != m.First
	}
	return v == m.Value
}
