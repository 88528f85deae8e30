package main

import "github.com/idemspec/idemspec/checks/idem"

// A server is one third-party middleware on the small charges API.
type server struct {
	name       string   // of its folder
	middleware string   // as its registry names it
	language   string   // that it is written in
	version    versions // where the pinned version stands
	start      []string // the command, in the folder of all servers; BIN stands for the folder of the built Go programs
	target     string   // path of the target file
	mounted    string   // how it was mounted, and with which settings
	said       []said
}

// A stand is what a vendor says about one of our findings.
type stand string

// The stands.
const (
	documented   stand = "Documented"     // the vendor promises what we found: no bug of theirs
	undocumented stand = "Not documented" // the vendor's documents do not speak of it
	knownBug     stand = "Known bug"      // the vendor's tracker calls it a bug
)

// A said is what the documents of a middleware say about a deviation.
type said struct {
	clause idem.Situation // that is deviated from; empty for all
	check  string         // that found it; empty for all
	stand  stand
	text   string // one sentence, without a full stop
	source string // address of the page or file
}

// about returns what the documents say about a deviation from a clause that a
// check found, and whether that was looked up. The first that fits counts.
func (s server) about(check string, clause idem.Situation) (said, bool) {
	for _, w := range s.said {
		if (w.clause == "" || w.clause == clause) && (w.check == "" || w.check == check) {
			return w, true
		}
	}
	return said{}, false
}

// targetFile is what serves all servers that speak the whole API.
const targetFile = "target.yaml"

// lifetime is how long each middleware is told to remember a key, in seconds. It
// is the retention of seed-short.yaml, and long enough that a middleware which
// counts whole seconds is not taken for one that forgets early.
const lifetime = "20"

// servers lists all of them in the order of the table.
func servers() []server {
	return []server{fiber(), expressIdempotency(), nodeIdempotency(), powertools(), centrifuge()}
}
