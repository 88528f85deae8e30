// Package profiles holds the dialects of idempotency keys as data: one YAML file
// each, decoded into an [idem.Contract]. Each clause says how strongly it is
// promised, where the promise was read, and how sure the reading is. What the
// documents of an API do not say is absent, and nobody is held to it.
//
// What was read in the API's own documents or source is a must, unless they
// word it more weakly. What was read through somebody else's quotation, or
// follows from other facts, is a should at most. Pages that contradict each
// other leave a may and a note.
//
// A profile may extend another one: its members and clauses are laid over those
// of the parent, each as a whole, and null takes a clause away. Below all of
// them lies base/http.yaml, with what HTTP itself says of methods. A clause
// answers as another one by the member as, and one that replays and says no
// more has the answer of the clause replay.
//
// The package decides nothing. It only refuses files that contradict themselves.
package profiles
