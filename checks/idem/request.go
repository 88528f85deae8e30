package idem

// A Request is a request that is not yet bound to a target.
type Request struct {
	Role Role      // which of the target's operations; empty means the one under test
	Key  KeySymbol // the runner mints one fresh key for each symbol of a case; empty sends none
	Form KeyForm   // how the key is written; empty means as the contract's carrier wants it
	Body BodySymbol
	Vary Variation // another difference to the plain request; empty means none
	As   Party     // whose credential it carries; empty means the target's own
	On   string    // label of the exchange that made the resource which the request is about; empty if it is about none
}

// A KeySymbol stands for one idempotency key within a plan, such as "k1".
type KeySymbol string

// A KeyForm is a way of writing a key.
type KeyForm string

// The forms.
const (
	PlainKey     KeyForm = ""
	EmptyKey     KeyForm = "empty"        // the carrier is there and holds nothing
	LongestKey   KeyForm = "longest"      // exactly as long as the contract allows
	LongKey      KeyForm = "too long"     // one character more than the contract allows
	MalformedKey KeyForm = "malformed"    // of another shape than the contract demands
	UnusualKey   KeyForm = "unusual"      // of a shape that the contract allows and few clients send
	TwiceKey     KeyForm = "twice"        // the header stands twice with the same key
	PairKey      KeyForm = "two keys"     // the header stands twice with two keys
	OtherQuotes  KeyForm = "other quotes" // bare where the contract wants quotes, or the other way round
	OtherCaseKey KeyForm = "other case"   // letters in the other case
	HostileKey   KeyForm = "hostile"      // with text in it that an error page or a query could be hurt by
)

// UnusualText and HostileText begin the keys of these two forms; eight letters
// and digits follow. A contract that forbids them leaves nothing to test.
const (
	UnusualText = "id:2026/12~.A_b-c=(x)@!"
	HostileText = `'"><script>alert(1)</script>;--${jndi:x}%00`
)

// A Role is what an operation of a target is for.
type Role string

// The roles.
const (
	Create  Role = "create"  // makes one effect each time that it is executed
	Other   Role = "other"   // a second operation that takes keys, on another path
	Read    Role = "read"    // shows a resource
	Replace Role = "replace" // puts a whole resource
	Update  Role = "update"  // patches a resource with absolute values
	Adjust  Role = "adjust"  // patches a resource by a relative amount
	Delete  Role = "delete"  // removes a resource
	Batch   Role = "batch"   // creates several at once
	Async   Role = "async"   // accepts work that is done later
)

// A BodySymbol stands for a body within a plan. The zero BodySymbol is the body
// that the target file gives.
type BodySymbol string

// The bodies. The first group the harness makes by itself out of a JSON body;
// the others the target file has to give.
const (
	SampleBody    BodySymbol = ""
	ReorderedBody BodySymbol = "reordered" // members in another order
	RespacedBody  BodySymbol = "respaced"  // other white space
	RespelledBody BodySymbol = "respelled" // a number spelled in another way
	EmptyBody     BodySymbol = "empty"     // no body at all

	ChangedBody    BodySymbol = "changed"    // a change that matters
	AddedBody      BodySymbol = "added"      // a member more, which matters
	RemovedBody    BodySymbol = "removed"    // an optional member less, which matters
	NestedBody     BodySymbol = "nested"     // a change within a nested member
	RetypedBody    BodySymbol = "retyped"    // the same text as another JSON type
	RearrangedBody BodySymbol = "rearranged" // a list in another order, which matters
	VolatileBody   BodySymbol = "volatile"   // a change in members that the contract calls volatile
	InvalidBody    BodySymbol = "invalid"    // a body that the target refuses before it does anything
	DeclinedBody   BodySymbol = "declined"   // a body that the target refuses for a business reason
	PartialBody    BodySymbol = "partial"    // of a replace: without one of its members
	OverlapBody    BodySymbol = "overlap"    // of a batch: partly the same items
)

// A Variation is a difference to the plain request besides its key and body.
type Variation string

// The variations.
const (
	OtherQuery   Variation = "other query"   // a query parameter more, which matters to the identity of the request
	OtherType    Variation = "other type"    // the same body under another spelling of its content type
	OtherHeader  Variation = "other header"  // header fields that have nothing to do with the request: user agent, trace
	CurrentMatch Variation = "current match" // If-Match with the entity tag of the resource's last answer
	StaleMatch   Variation = "stale match"   // If-Match with an entity tag that was current before
)

// A Party is who sends a request.
type Party string

// The parties.
const (
	Own          Party = ""              // the target's own credential
	OtherAccount Party = "other account" // another account
	SameAccount  Party = "same account"  // another credential of the same account
	Revoked      Party = "revoked"       // a credential that loses its right by a [Revoke]
	Nobody       Party = "nobody"        // no credential at all
)

// Copies returns n equal requests, for a [Burst].
func Copies(n int, r Request) []Request {
	all := make([]Request, n)
	for i := range all {
		all[i] = r
	}
	return all
}
