package idem

// A Situation names something that can happen between a client and a target,
// for which a contract may promise an answer.
type Situation string

// The situations, in the order in which a reader meets them.
const (
	First      Situation = "first"       // the first request with a key
	OtherKey   Situation = "other-key"   // the same body under another key
	MissingKey Situation = "missing-key" // no key where one is required
	Replay     Situation = "replay"      // the same request again, after the first has finished
	Marked     Situation = "marker"      // a replay can be told from a first answer
	Mismatch   Situation = "mismatch"    // a used key with another body
	OneEffect  Situation = "one-effect"  // one key never makes a second effect, whatever happens on the way
	InFlight   Situation = "in-flight"   // the same request while the first still runs
	Kept       Situation = "kept"        // the same request just before the retention ends
	Expired    Situation = "expired"     // the same request after the retention
)

// Situations lists every situation with the question that its clause answers.
// Profiles, documents and tables follow this order.
var Situations = []struct {
	ID       Situation
	Question string
}{
	{First, "how is the first request with a key answered"},
	{OtherKey, "what does another key with the same body get"},
	{MissingKey, "how is a request answered that lacks a required key"},
	{Replay, "what does the same request get once the first has finished"},
	{Marked, "how is a replay told from a first answer"},
	{Mismatch, "what does a used key with another body get"},
	{OneEffect, "does one key make at most one effect"},
	{InFlight, "what does the same request get while the first still runs"},
	{Kept, "is the key still remembered just before its retention ends"},
	{Expired, "what does the same request get after the retention"},
}
