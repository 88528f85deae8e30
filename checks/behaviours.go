package checks

import "slices"

// A Group is a part of what can be asked of a target that takes keys.
type Group struct {
	Title      string
	Behaviours []Behaviour
}

// A Behaviour is one thing that a target does, or should, and who tests it.
type Behaviour struct {
	What   string
	Checks []string // ids of the checks that cover it; empty if none does
	Left   string   // what is not tested of it and why; empty if nothing is left
}

// Behaviours lists all that was collected from specifications, vendors and other
// test suites about servers, group by group. Each is covered by a check or says
// why it is not.
func Behaviours() []Group {
	return slices.Concat(behavioursOfRequests, behavioursOfTrouble)
}

// by says that checks cover a behaviour whole.
func by(what string, ids ...string) Behaviour { return Behaviour{What: what, Checks: ids} }

// but says what the checks leave out, or why there are none.
func (b Behaviour) but(left string) Behaviour {
	b.Left = left
	return b
}

// Reasons that several behaviours share.
const (
	inside     = "the record itself cannot be seen from outside; what it is for is tested by what repeats get"
	ofHarness  = "it is a rule for the harness, which its own tests hold it to"
	noProfile  = "no profile promises it"
	noLever    = "there is no lever in a target file that brings it about"
	noReceiver = "the harness does not receive deliveries; it counts them where the target lists them"
)
