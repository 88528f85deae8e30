package idem

// A Situation names something that can happen between a client and a target,
// for which a contract may promise an answer.
type Situation string

// The situations, in the order in which a reader meets them.
const (
	First    Situation = "first"     // the first request with a key
	OtherKey Situation = "other-key" // the same body under another key
	Echoed   Situation = "echo"      // the answer names the key

	MissingKey    Situation = "missing-key"    // no key where one is required
	EmptyKeySent  Situation = "empty-key"      // a key of no characters
	LongKeySent   Situation = "long-key"       // a key that is longer than allowed
	LongestSent   Situation = "longest-key"    // a key that is exactly as long as allowed
	MalformedSent Situation = "malformed-key"  // a key of another shape than demanded
	UnusualSent   Situation = "unusual-key"    // a key of a shape that is allowed and rare
	TwiceSent     Situation = "key-twice"      // the key's header twice, with one key
	PairSent      Situation = "two-keys"       // the key's header twice, with two keys
	OtherQuoting  Situation = "other-quoting"  // a key in the other syntax, bare or quoted
	OtherCase     Situation = "key-case"       // a used key with its letters in the other case
	KeyOnRead     Situation = "key-on-read"    // a key on a safe method
	ErrorDocument Situation = "error-document" // a refusal of a key says what is wrong and where that is documented

	Replay         Situation = "replay"          // the same request again, after the first has finished
	Marked         Situation = "marker"          // a replay can be told from a first answer
	ReplayHeaders  Situation = "replay-headers"  // header fields that belong to the result
	UnsafeHeaders  Situation = "unsafe-headers"  // header fields that belong to the first caller alone
	LateChange     Situation = "late-change"     // the same request after its resource was changed
	LateDelete     Situation = "late-delete"     // the same request after its resource was deleted
	LateMatch      Situation = "late-match"      // the same conditional request again, whose version has passed by its own doing
	AfterRestart   Situation = "after-restart"   // the same request after the target was restarted
	AfterInvalid   Situation = "after-invalid"   // a corrected request under the key of one that was invalid
	AfterRefusal   Situation = "after-refusal"   // the same request after it was refused for a business reason
	AfterError     Situation = "after-error"     // the same request after a server error
	AfterForbidden Situation = "after-forbidden" // the same request after it was refused for its credential

	Mismatch        Situation = "mismatch"         // a used key with another body
	RunningMismatch Situation = "running-mismatch" // a key with another body while the first still runs
	OtherPath       Situation = "other-path"       // a used key on another operation
	OtherMethod     Situation = "other-method"     // a used key with another method on the same path
	OtherQuerySent  Situation = "other-query"      // a used key with another query
	OtherTypeSent   Situation = "other-type"       // a used key with another spelling of the content type
	OtherOrder      Situation = "other-order"      // a used key with the same JSON, its members in another order
	OtherSpacing    Situation = "other-spacing"    // a used key with the same JSON, its white space differing
	OtherSpelling   Situation = "other-spelling"   // a used key with the same JSON, a number spelled differently
	Volatile        Situation = "volatile"         // a used key with other values of members that are left out of the comparison
	OtherHeaderSent Situation = "other-header"     // a used key with other header fields that do not matter

	OneEffect  Situation = "one-effect"  // one key never makes a second effect, whatever happens on the way
	InFlight   Situation = "in-flight"   // the same request while the first still runs
	RetryAfter Situation = "retry-after" // the in-flight answer says how long to wait

	Kept     Situation = "kept"     // the same request just before the retention ends
	Expired  Situation = "expired"  // the same request after the retention
	Extended Situation = "extended" // the same request after the retention, which a replay may have extended

	OtherAccountSent Situation = "other-account"    // a used key of another account
	OtherCredential  Situation = "other-credential" // a used key of the same account under another credential
	NoCredential     Situation = "no-credential"    // a used key without any credential
	RightRevoked     Situation = "right-revoked"    // a used key once its caller has lost the right

	SafeMethods   Situation = "safe-methods"   // GET and HEAD change nothing
	PutRepeat     Situation = "put-repeat"     // the same PUT again
	PutPartial    Situation = "put-partial"    // a PUT that lacks a member
	PatchKeyed    Situation = "patch-keyed"    // the same relative PATCH again, with its key
	PatchUnkeyed  Situation = "patch-unkeyed"  // the same relative PATCH again, without a key
	PatchAbsolute Situation = "patch-absolute" // an absolute PATCH with a stale version
	DeleteRepeat  Situation = "delete-repeat"  // the same DELETE again
	DeleteKeyed   Situation = "delete-keyed"   // the same DELETE with effects of its own again, with its key

	BatchRepeat  Situation = "batch-repeat"  // the same batch again
	BatchOverlap Situation = "batch-overlap" // a batch that repeats some items of an earlier one
	AsyncRepeat  Situation = "async-repeat"  // the same request again, where work is accepted and done later

	OutsideOnce      Situation = "outside-once"      // what leaves the target leaves once for one key
	OutsideRefused   Situation = "outside-refused"   // a refused request sends nothing out
	OutsideRecovered Situation = "outside-recovered" // what was still to leave when the target died leaves once in the end
	StoreLost        Situation = "store-down"        // a request while the store of keys cannot be reached
	Totals           Situation = "totals"            // the ledger's sum is the sum of what was answered
)

// Situations lists every situation with the question that its clause answers.
// Profiles, documents and tables follow this order.
var Situations = []struct {
	ID       Situation
	Question string
}{
	{First, "how is the first request with a key answered"},
	{OtherKey, "what does another key with the same body get"},
	{Echoed, "does the answer name the key"},
	{MissingKey, "how is a request answered that lacks a required key"},
	{EmptyKeySent, "how is a key of no characters answered"},
	{LongKeySent, "how is a key answered that is too long"},
	{LongestSent, "is a key taken that is exactly as long as allowed"},
	{MalformedSent, "how is a key answered that has another shape than demanded"},
	{UnusualSent, "is a key taken that is well formed and rare"},
	{TwiceSent, "how is a key answered whose header stands twice"},
	{PairSent, "how are two keys in one request answered"},
	{OtherQuoting, "what does a used key get in the other syntax, bare or quoted"},
	{OtherCase, "what does a used key get with its letters in the other case"},
	{KeyOnRead, "what does a key do on a safe method"},
	{ErrorDocument, "does a refusal of a key say what is wrong and where that is documented"},
	{Replay, "what does the same request get once the first has finished"},
	{Marked, "how is a replay told from a first answer"},
	{ReplayHeaders, "does a replay carry the header fields that belong to the result"},
	{UnsafeHeaders, "does a replay leave out the header fields that belong to the first caller"},
	{LateChange, "what does the same request get once its resource was changed"},
	{LateDelete, "what does the same request get once its resource was deleted"},
	{LateMatch, "what does the same conditional request get, whose version has passed by its own doing"},
	{AfterRestart, "what does the same request get once the target was restarted"},
	{AfterInvalid, "what does a corrected request get under the key of an invalid one"},
	{AfterRefusal, "what does the same request get after a business refusal"},
	{AfterError, "what does the same request get after a server error"},
	{AfterForbidden, "what does the same request get after a wrong credential was put right"},
	{Mismatch, "what does a used key with another body get"},
	{RunningMismatch, "what does a key with another body get while the first still runs"},
	{OtherPath, "what does a used key get on another operation"},
	{OtherMethod, "what does a used key get with another method"},
	{OtherQuerySent, "what does a used key get with another query"},
	{OtherTypeSent, "what does a used key get with another spelling of the content type"},
	{OtherOrder, "what does a used key get with members in another order"},
	{OtherSpacing, "what does a used key get with other white space"},
	{OtherSpelling, "what does a used key get with a number spelled differently"},
	{Volatile, "what does a used key get with other values of volatile members"},
	{OtherHeaderSent, "what does a used key get with other header fields that do not matter"},
	{OneEffect, "does one key make at most one effect"},
	{InFlight, "what does the same request get while the first still runs"},
	{RetryAfter, "does the in-flight answer say how long to wait"},
	{Kept, "is the key still remembered just before its retention ends"},
	{Expired, "what does the same request get after the retention"},
	{Extended, "does a replay extend the retention"},
	{OtherAccountSent, "what does another account get for a used key"},
	{OtherCredential, "what does another credential of the same account get for a used key"},
	{NoCredential, "what does a used key get without any credential"},
	{RightRevoked, "what does a used key get once its caller has lost the right"},
	{SafeMethods, "do GET and HEAD change nothing"},
	{PutRepeat, "does a repeated PUT converge"},
	{PutPartial, "what does a PUT get that lacks a member"},
	{PatchKeyed, "what does a repeated relative PATCH get with its key"},
	{PatchUnkeyed, "what does a repeated relative PATCH get without a key"},
	{PatchAbsolute, "what does an absolute PATCH with a stale version get"},
	{DeleteRepeat, "what does a repeated DELETE get"},
	{DeleteKeyed, "what does a repeated DELETE with effects of its own get with its key"},
	{BatchRepeat, "what does a repeated batch get"},
	{BatchOverlap, "what does a batch get that repeats some items of an earlier one"},
	{AsyncRepeat, "what does the same request get where work is done later"},
	{OutsideOnce, "does what leaves the target leave once for one key"},
	{OutsideRefused, "does a refused request send nothing out"},
	{OutsideRecovered, "does what was still to leave at a crash leave once in the end"},
	{StoreLost, "what does a request get while the store of keys cannot be reached"},
	{Totals, "is the ledger's sum the sum of what was answered"},
}
