package idem

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

// A History is everything that was observed while one plan was carried out.
// It is complete: a judge looks nowhere else, so that a saved history can be
// judged again.
type History struct {
	Case      string     `json:"case"` // the marker that each body of the case carries
	Exchanges []Exchange `json:"exchanges,omitempty"`
	Readings  []Reading  `json:"readings,omitempty"`
	Pulls     []Pull     `json:"pulls,omitempty"`
	Trouble   *Trouble   `json:"trouble,omitempty"` // why the plan was not carried out to its end; nil if it was
}

// An Exchange is one request as it was sent and what came back.
type Exchange struct {
	Label     string     `json:"label"`         // the step of the plan
	Index     int        `json:"index"`         // position within a burst, attempt within a follow; else zero
	Operation string     `json:"operation"`     // name in the target file
	Key       string     `json:"key,omitempty"` // the minted key; empty if none was sent
	Body      BodySymbol `json:"body_symbol,omitempty"`
	Role      Role       `json:"role,omitempty"`      // what the operation is for; empty means the one under test
	Form      KeyForm    `json:"key_form,omitempty"`  // how the key was written; empty means as the contract wants it
	Vary      Variation  `json:"variation,omitempty"` // another difference to the plain request; empty means none
	As        Party      `json:"as,omitempty"`        // who sent it; empty means the target's own credential
	Sent      Message    `json:"sent"`
	Resource  string     `json:"resource,omitempty"`  // id of the resource that the answer names; empty if it names none
	Response  *Response  `json:"response,omitempty"`  // nil if no whole answer arrived
	Err       string     `json:"error,omitempty"`     // why none arrived; empty if one did
	Fault     string     `json:"fault,omitempty"`     // what was done to the connection, as it happened; empty if nothing
	Formation string     `json:"formation,omitempty"` // how its burst was laid over connections and held back; empty outside of one
	Times     Times      `json:"times"`
	Wire      Wire       `json:"wire"`
}

// A Message is a request as it was written.
type Message struct {
	Method string  `json:"method"`
	URL    string  `json:"url"`
	Proto  string  `json:"proto"` // "HTTP/1.1"
	Header []Field `json:"header,omitempty"`
	Body   Bytes   `json:"body,omitempty"`
}

// A Response is an answer as it was read.
type Response struct {
	Status    int     `json:"status"`
	Proto     string  `json:"proto"`
	Header    []Field `json:"header,omitempty"` // in the order of arrival
	Trailer   []Field `json:"trailer,omitempty"`
	Body      Bytes   `json:"body,omitempty"`
	Truncated bool    `json:"truncated,omitempty"` // the body went on beyond the limit that was kept
}

// A Field is one header or trailer field.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Times are the instants of an exchange, counted from the start of its case on
// a monotonic clock. An instant that did not come is zero.
type Times struct {
	Start   time.Duration `json:"start_ns"`             // the step began
	Dialed  time.Duration `json:"dialed_ns,omitempty"`  // the connection was there
	Wrote   time.Duration `json:"wrote_ns,omitempty"`   // the last byte of the request was handed to the system
	First   time.Duration `json:"first_ns,omitempty"`   // the first byte of the answer was read
	Done    time.Duration `json:"done_ns"`              // the answer was complete, or it was clear that none would come
	Shifted time.Duration `json:"shifted_ns,omitempty"` // how far the target's clock had been moved ahead when the request was sent
	Moved   time.Duration `json:"moved_ns,omitempty"`   // how far it was moved ahead while the exchange went on
}

// Wire is what one exchange did to its connection, counted where bytes enter
// the socket.
type Wire struct {
	Conn     int   `json:"conn"`              // number of the connection within the case, from 1
	Reused   bool  `json:"reused"`            // an earlier exchange had used the connection
	BytesOut int64 `json:"bytes_out"`         // bytes of this request that were written
	BytesIn  int64 `json:"bytes_in"`          // bytes of this answer that were read
	Writes   int   `json:"writes,omitempty"`  // calls that wrote them, so that a repeat of our own would show
	Interim  int   `json:"interim,omitempty"` // answers of status 1xx that came before the answer
	Extra    int64 `json:"extra,omitempty"`   // bytes that followed the answer although nothing had asked for them
	Early    bool  `json:"early,omitempty"`   // the answer had begun before the whole burst was released
}

// Outstanding reports whether both requests were with the target at the same
// time: each was written whole before the other's answer began. A request that
// was answered before its burst was released whole is not counted, since the
// instant at which its answer was read says too little.
func Outstanding(a, b Exchange) bool {
	if a.Wire.Early || b.Wire.Early || a.Times.Wrote == 0 || b.Times.Wrote == 0 {
		return false
	}
	return a.Times.Wrote < b.end() && b.Times.Wrote < a.end()
}

func (x Exchange) end() time.Duration {
	if x.Times.First > 0 {
		return x.Times.First
	}
	return x.Times.Done
}

// A Reading is what the ledger said about the effects of one case.
type Reading struct {
	Label   string        `json:"label"`
	Of      Book          `json:"of,omitempty"`     // which effects; empty means the ledger's
	Absent  bool          `json:"absent,omitempty"` // the target offers no ledger
	Effects []Effect      `json:"effects,omitempty"`
	Proven  bool          `json:"proven,omitempty"` // the ledger had shown an effect of this run well within its patience before
	Stable  bool          `json:"stable"`           // two readings in a row were equal, the settle time apart
	Err     string        `json:"error,omitempty"`  // why the ledger could not be read; empty if it could
	Reads   int           `json:"reads"`            // how often it was asked
	Start   time.Duration `json:"start_ns"`
	Done    time.Duration `json:"done_ns"`
	Asked   Message       `json:"asked,omitzero"` // the request that was made each time
}

// An Effect is one entry of a ledger: one charge, one transfer, one booking.
type Effect struct {
	ID       string `json:"id"`
	Kind     string `json:"kind,omitempty"`   // "charge", "refund", "webhook", as the ledger names it
	Amount   string `json:"amount,omitempty"` // as the ledger spells it, so that no digit is lost
	Currency string `json:"currency,omitempty"`
	Account  string `json:"account,omitempty"`
}

// A Pull is one use of a lever other than the ledger: a clock that was moved, a
// hold that began or ended.
type Pull struct {
	Lever Lever         `json:"lever"`
	Sent  Message       `json:"sent"` // the request that did it; without a method if the harness waited
	Start time.Duration `json:"start_ns"`
	Done  time.Duration `json:"done_ns"`
}

// Trouble says why a plan could not be carried out, which is never the same as
// a broken promise.
type Trouble struct {
	Kind  TroubleKind `json:"kind"`
	Lever Lever       `json:"lever,omitempty"` // the missing one, for [NoLever]
	Step  string      `json:"step,omitempty"`  // label of the step that could not be done
	Why   string      `json:"why"`             // one sentence, without a full stop
	Way   string      `json:"way,omitempty"`   // the way out; empty if there is none
}

// A TroubleKind groups troubles by who can do something about them.
type TroubleKind string

// The kinds.
const (
	NoLever      TroubleKind = "no-lever"     // the target offers no way to test this
	Deselected   TroubleKind = "deselected"   // the user left the check out
	Unreachable  TroubleKind = "unreachable"  // the target could not be talked to
	LeverFailed  TroubleKind = "lever-failed" // a ledger, clock or hold hook did not do its part
	FaultUnused  TroubleKind = "fault-unused" // the planned fault was not consumed
	HarnessFault TroubleKind = "harness"      // what was sent is not what was meant
	Interrupted  TroubleKind = "interrupted"  // the run ended first
	LimitReached TroubleKind = "limit"        // a bound of the run would have been overrun
)

// Lookup returns the first value of a header field, whatever the case of its
// name, and whether the field is there.
func (r Response) Lookup(name string) (string, bool) { return lookup(r.Header, name) }

// Lookup returns the first value of a header field as it was sent.
func (m Message) Lookup(name string) (string, bool) { return lookup(m.Header, name) }

// Has reports whether a header field is there, whatever the case of its name.
func (m Message) Has(name string) bool {
	_, found := m.Lookup(name)
	return found
}

func lookup(fields []Field, name string) (string, bool) {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// At returns the text of the body member that a JSON Pointer names, and whether
// it is there. Strings are given without their quotes and other values as
// compact JSON.
func (r Response) At(pointer string) (string, bool) {
	v, ok := parseJSON(r.Body)
	if !ok {
		return "", false
	}
	v, ok = pointTo(v, pointer)
	if !ok {
		return "", false
	}
	if s, isString := v.(string); isString {
		return s, true
	}
	text, err := json.Marshal(v)
	return string(text), err == nil
}

// Bytes is a body. In JSON it is a string if it is printable UTF-8, and an
// object with the member base64 if it is not.
type Bytes []byte

type base64Bytes struct {
	Base64 string `json:"base64"`
}

// MarshalJSON writes a string or an object with the member base64.
func (b Bytes) MarshalJSON() ([]byte, error) {
	if printable(b) {
		return json.Marshal(string(b))
	}
	return json.Marshal(base64Bytes{base64.StdEncoding.EncodeToString(b)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *Bytes) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) == nil {
		*b = Bytes(s)
		return nil
	}
	var o base64Bytes
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(o.Base64)
	*b = raw
	return err
}

func printable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			return false
		}
	}
	return true
}
