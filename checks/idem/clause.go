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
	Does      Behaviour `json:"does,omitempty"` // empty where the situation leaves no choice; [Meaning] says what each stands for
	As        Situation `json:"as,omitempty"`   // the clause whose answer this one has: a profile gives As in place of Answer, and loading it fills Answer and Does in
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
	Replays  Behaviour = "replays"  // gives what the clause [Replay] promises, and does nothing
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
	Media      string     `json:"media,omitempty"`       // media type without parameters, such as application/problem+json; empty if unstated
	Body       Fidelity   `json:"body,omitempty"`        // how a replay's body relates to the first; empty if unstated
	Ignore     []string   `json:"ignore,omitempty"`      // JSON Pointers that [SameJSON] leaves out
	Resource   string     `json:"resource,omitempty"`    // JSON Pointer to the id of the first request's resource, on answers that do not show the resource itself; empty if they do not name it
	RetryAfter Bounds     `json:"retry_after,omitzero"`  // of the clause [RetryAfter] alone: what the header field may say; zero if anything
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
	NoBody       Fidelity = "empty"    // there is no body
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
	if c.Answer.Media != "" {
		s += " as " + c.Answer.Media
	}
	for _, sel := range c.Answer.Select {
		s += " with " + sel.String()
	}
	return s
}

// Accepts reports whether an answer keeps the promise by its status, its media
// type and its selectors. First is the answer to the first request with the key; nil if
// there was none, and then [Answer.SameStatus] is satisfied by any success.
func (c Clause) Accepts(r Response, first *Response) bool {
	return c.acceptsStatus(r.Status, first) && c.acceptsMedia(r) && c.selects(r)
}

func (c Clause) acceptsMedia(r Response) bool {
	if c.Answer.Media == "" {
		return true
	}
	got, _ := r.Lookup("Content-Type")
	got, _, _ = strings.Cut(got, ";")
	return strings.EqualFold(strings.TrimSpace(got), c.Answer.Media)
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

// Success reports whether an answer says that its request was carried out. That
// is a 2xx, unless a clause names it as a refusal: some targets say by a status
// of that class, or within a body that comes with one, that they did nothing.
func (c Contract) Success(r Response) bool {
	if r.Status/100 != 2 {
		return false
	}
	for _, cl := range c.Clauses {
		if cl.Does == Refuses && slices.Contains(cl.Answer.Status, r.Status) && cl.selects(r) {
			return false
		}
	}
	return true
}

// Running reports whether an answer says that the first request with this key
// is still being worked on, so that asking again later is right. An answer that
// could as well say that the first request is finished does not count: asking
// again would never end.
func (c Contract) Running(r Response) bool {
	cl, replay := c.Clause(InFlight), c.Clause(Replay)
	if cl.Does != Refuses || len(cl.Answer.Status) == 0 || !cl.Accepts(r, nil) {
		return false
	}
	return replay.Does != Refuses || !replay.Accepts(r, nil)
}
