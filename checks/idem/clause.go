package idem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Clause is one promise: how the target answers one [Situation].
type Clause struct {
	Level     Level     `json:"level"`
	Does      Behaviour `json:"does,omitempty"` // empty where the situation leaves no choice
	Answer    Answer    `json:"answer,omitzero"`
	Within    Duration  `json:"within,omitempty"`    // how long a target that [Waits] may take; zero if unstated
	Source    string    `json:"source"`              // where the target says so: a page address, a section, a file
	Certainty Certainty `json:"certainty,omitempty"` // how the promise was learned; empty means [Documented]
	Note      string    `json:"note,omitempty"`      // what a reader should know, such as a contradiction between pages
}

// Binding reports whether a breach of the clause is worth a finding.
func (c Clause) Binding() bool { return c.Level >= Should }

// A Behaviour is what a target does with a request, apart from the status by
// which it says so.
type Behaviour string

// The behaviours.
const (
	Executes Behaviour = "executes" // does the work, as for a new request
	Replays  Behaviour = "replays"  // gives the stored answer and does nothing
	Refuses  Behaviour = "refuses"  // gives an error and does nothing
	Waits    Behaviour = "waits"    // holds the request until the first is finished, then replays
)

// A Certainty is how a promise was learned.
type Certainty string

// The certainties, from the strongest to the weakest.
const (
	Documented Certainty = "documented" // read in the target's own documents
	InCode     Certainty = "code"       // read in its source, schema or official client
	Quoted     Certainty = "quoted"     // documented, but read through somebody else's quotation
	Inferred   Certainty = "inferred"   // follows from other facts, stated nowhere
)

// An Answer is the pattern of the answers that keep a promise. The zero Answer
// is matched by each answer whose status class fits the clause's [Behaviour].
type Answer struct {
	Status     []int      `json:"status,omitempty"`      // each of these keeps the promise; empty if the documents give none
	SameStatus bool       `json:"same_status,omitempty"` // the status of the first answer keeps the promise
	Select     []Selector `json:"select,omitempty"`      // all must hold: tells answers with one status apart
	Body       Fidelity   `json:"body,omitempty"`        // how a replay's body relates to the first; empty if unstated
	Ignore     []string   `json:"ignore,omitempty"`      // JSON Pointers that [SameJSON] leaves out
}

// A Selector tells answers with one status apart by what they contain. Exactly
// one of Header and Pointer is set.
type Selector struct {
	Header  string `json:"header,omitempty"`  // response header field
	Pointer string `json:"pointer,omitempty"` // JSON Pointer into the body (RFC 6901)
	Equals  string `json:"equals,omitempty"`  // empty if being there is enough
}

// A Fidelity says how a replay's body relates to the body of the first answer.
type Fidelity string

// The fidelities, from the strictest to the loosest.
const (
	SameBytes    Fidelity = "bytes"    // equal byte for byte
	SameJSON     Fidelity = "json"     // equal as JSON values, apart from the ignored members
	SameResource Fidelity = "resource" // names the same resource; its state may be newer
	AnyBody      Fidelity = "any"      // nothing is promised
)

// Statuses writes the statuses that keep the promise, for people: "409 or 422",
// "the first status", "any 4xx".
func (c Clause) Statuses() string {
	var words []string
	if c.Answer.SameStatus {
		words = append(words, "the first status")
	}
	for _, s := range c.Answer.Status {
		words = append(words, strconv.Itoa(s))
	}
	if len(words) > 0 {
		return strings.Join(words, " or ")
	}
	if c.Does == Refuses {
		return "any 4xx"
	}
	return "any 2xx"
}

// Wants writes the whole pattern for people: the statuses and what tells them
// apart.
func (c Clause) Wants() string {
	s := c.Statuses()
	for _, sel := range c.Answer.Select {
		s += " with " + sel.String()
	}
	return s
}

// Accepts reports whether an answer keeps the promise by its status and its
// selectors. First is the answer to the first request with the key; nil if
// there was none, and then [Answer.SameStatus] is satisfied by any success.
func (c Clause) Accepts(r Response, first *Response) bool {
	return c.acceptsStatus(r.Status, first) && c.selects(r)
}

func (c Clause) acceptsStatus(status int, first *Response) bool {
	if slices.Contains(c.Answer.Status, status) {
		return true
	}
	if c.Answer.SameStatus {
		if first == nil {
			return status/100 == 2
		}
		return status == first.Status
	}
	if len(c.Answer.Status) > 0 {
		return false
	}
	if c.Does == Refuses {
		return status/100 == 4
	}
	return status/100 == 2
}

func (c Clause) selects(r Response) bool {
	return !slices.ContainsFunc(c.Answer.Select, func(s Selector) bool { return !s.Matches(r) })
}

// Matches reports whether the answer has what the selector asks for.
func (s Selector) Matches(r Response) bool {
	var got string
	var found bool
	if s.Header != "" {
		got, found = r.Lookup(s.Header)
	} else {
		got, found = r.At(s.Pointer)
	}
	return found && (s.Equals == "" || got == s.Equals)
}

func (s Selector) String() string {
	where := "header " + s.Header
	if s.Header == "" {
		where = "body member " + s.Pointer
	}
	if s.Equals == "" {
		return where
	}
	return fmt.Sprintf("%s = %q", where, s.Equals)
}

// Running reports whether an answer says that the first request with this key
// is still being worked on, so that asking again later is right.
func (c Contract) Running(r Response) bool {
	cl := c.Clause(InFlight)
	return cl.Does == Refuses && len(cl.Answer.Status) > 0 && cl.Accepts(r, nil)
}
