package idem

import "time"

// RunFormat is the version of the saved form of a [Run]. It grows when a reader
// of the old form would misread the new one.
const RunFormat = 1

// A Run is everything that one run of the harness was, observed and concluded.
// It is what a report renders and what a later release can judge again.
type Run struct {
	Format   int       `json:"format"` // [RunFormat]
	Tool     string    `json:"tool"`   // name and version of the harness
	ID       string    `json:"id"`     // of this run; requests carry it so that the target's owner can find them
	Started  time.Time `json:"started"`
	Took     Duration  `json:"took"`
	Seed     uint64    `json:"seed"`
	Target   Target    `json:"target"`
	Contract Contract  `json:"contract"`
	Results  []Result  `json:"results"`
	Ended    string    `json:"ended,omitempty"`    // why the run ended early; empty if it came to its end
	Unusable string    `json:"unusable,omitempty"` // why the target could not be tested at all; empty if it could
	Internal string    `json:"internal,omitempty"` // a fault of the harness itself, such as a check that panicked; empty if there was none
}

// A Target is what a run was told about the system under test, without secrets.
type Target struct {
	URL         string  `json:"url"`
	File        string  `json:"file,omitempty"` // path of the target file as given; empty for the built-in server
	Environment string  `json:"environment,omitempty"`
	Levers      []Lever `json:"levers,omitempty"` // what it offers
}

// A Result is the outcome of one check on one operation.
type Result struct {
	Check     string    `json:"check"`
	Title     string    `json:"title"`
	Family    string    `json:"family"`
	Operation string    `json:"operation"`
	Method    string    `json:"method,omitempty"` // of the operation
	Path      string    `json:"path,omitempty"`   // of the operation, without its query; with its method it says which route of the contract counts
	Line      int       `json:"line,omitempty"`   // of the operation in the target file, from 1; zero if there is none
	Clause    Situation `json:"clause"`
	Level     Level     `json:"level"`
	Judgement Judgement `json:"judgement"`
	History   History   `json:"history"`
	Race      *Race     `json:"race,omitempty"` // how well a race would have been seen; nil unless the check passed and rests on one
	Took      Duration  `json:"took"`
}

// ID names the result within its run, the same in each run of the same target.
func (r Result) ID() string { return r.Check + "/" + r.Operation }

// A Word is a run in one word.
type Word string

// The words.
const (
	Conforming Word = "conforming" // every decided clause kept, every core clause decided
	Partial    Word = "partial"    // nothing broken, but a core clause was not decided
	Broken     Word = "broken"     // at least one Must was broken
)

// Word says the run in one word.
func (r Run) Word() Word {
	switch {
	case r.Count(Failed) > 0:
		return Broken
	case len(r.Undecided()) > 0 || r.Count(Passed)+r.Count(Warned) == 0:
		return Partial
	}
	return Conforming
}

// Count returns how many results have the verdict.
func (r Run) Count(v Verdict) int {
	n := 0
	for _, res := range r.Results {
		if res.Judgement.Verdict() == v {
			n++
		}
	}
	return n
}

// Undecided lists the core clauses that no check decided, in the order of the
// contract. A run with any is never conforming.
func (r Run) Undecided() []Situation {
	var open []Situation
	for _, s := range r.Contract.Core {
		if !r.decided(s) {
			open = append(open, s)
		}
	}
	return open
}

// decided reports whether at least one result of a clause is decided and none
// was tried in vain. What the target offers no lever for does not count
// against what another check has decided.
func (r Run) decided(s Situation) bool {
	n := 0
	for _, res := range r.Results {
		if res.Clause != s {
			continue
		}
		switch v := res.Judgement.Verdict(); v {
		case Passed, Warned, Failed:
			n++
		case Unjudged, Inconclusive, Errored:
			return false
		case Skipped, NotTested:
		}
	}
	return n > 0
}
