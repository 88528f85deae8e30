package idem

// A Carrier says where the key travels in a request.
type Carrier struct {
	In     Place       `json:"in"`
	Name   string      `json:"name"`             // header field, query parameter, form field, or JSON Pointer into the body (RFC 6901)
	Quoted bool        `json:"quoted,omitempty"` // the value is an RFC 8941 String, in double quotes on the wire
	With   []Companion `json:"with,omitempty"`   // header fields that travel with the key
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

// A Companion is a header field that travels with the key, so that a client
// sends both or neither.
type Companion struct {
	Name     string  `json:"name"` // header field
	Holds    Holding `json:"holds"`
	Required bool    `json:"required,omitempty"` // a key without it is answered as [MalformedSent] says; false: it may be left out
}

// A Holding is what a [Companion] holds.
type Holding string

// The holdings that dialects know.
const (
	// FirstSent is the instant at which the first request with the key was sent,
	// as an HTTP date (RFC 9110, section 5.6.7). It is the same on each repeat.
	FirstSent Holding = "first-sent"
	// Lifetime is the number of seconds for which the key is to live. It takes
	// the place of [Retention.Length], which holds where it is left out.
	Lifetime Holding = "lifetime"
)

// A Format says what a well-formed key looks like. The zero Format allows any
// key.
type Format struct {
	MinLength int    `json:"min_length,omitempty"` // zero if there is no lower bound
	MaxLength int    `json:"max_length,omitempty"` // zero if the documents give no upper bound
	Unit      Unit   `json:"unit,omitempty"`       // what lengths count; empty means characters
	Kind      Kind   `json:"kind,omitempty"`       // shape that is demanded; empty if any is taken
	Pattern   string `json:"pattern,omitempty"`    // RE2 expression for the whole key; empty if any is taken
}

// A Unit is what the length of a key is counted in.
type Unit string

// The units.
const (
	Characters Unit = ""      // Unicode code points
	Octets     Unit = "bytes" // bytes of UTF-8
)

// A Kind is a shape of key that a target demands.
type Kind string

// The kinds that dialects demand.
const (
	AnyKey Kind = ""
	UUID   Kind = "uuid"  // any version, RFC 9562
	UUIDv4 Kind = "uuid4" // version 4 alone
)
