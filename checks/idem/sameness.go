package idem

// A Fingerprint says what of a request is compared with the first one with its
// key, beyond what the clauses about other routes, orders and spellings say.
// The zero Fingerprint means that the documents do not say: then the whole body
// counts, apart from a key in it, wherever [Mismatch] is promised.
type Fingerprint struct {
	Members []string `json:"members,omitempty"` // JSON Pointers to the only members that count; a change elsewhere is [Volatile]
	Ignore  []string `json:"ignore,omitempty"`  // JSON Pointers to members that do not count; a change there is [Volatile]
	Headers []string `json:"headers,omitempty"` // request header fields that count too; a change there is a [Mismatch]
}

// A Natural is a rule by which a target takes two requests for duplicates of
// each other without a look at their keys. A harness gives each case other
// values in its members, so that the rule stays out of what it tests, and tells
// the rule's answers from those of the key.
type Natural struct {
	Members   []string  `json:"members"`          // JSON Pointers into the body, the empty one to all of it; two requests are duplicates if all of these are equal
	Within    Duration  `json:"within,omitempty"` // how far apart duplicates can be; zero if that is unstated or unlimited
	Does      Behaviour `json:"does"`             // [Refuses] or [Replays]
	Answer    Answer    `json:"answer,omitzero"`  // how the later one is answered; zero if unstated
	Source    string    `json:"source"`           // where the target says so
	Certainty Certainty `json:"certainty,omitempty"`
	Note      string    `json:"note,omitempty"`
}
