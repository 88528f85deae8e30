package selftest

import (
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Matrix is what the checks made of each server, right or wrong, under each
// profile.
type Matrix struct {
	Profiles []string `json:"profiles"`
	Checks   []string `json:"checks"`
	Seeds    []uint64 `json:"seeds"`
	Right    []Cell   `json:"right"` // verdicts on right servers other than passed and skipped
	Bugs     []Row    `json:"bugs"`
}

// A Row is one bug over all profiles that promise what it breaks.
type Row struct {
	Bug      string         `json:"bug"`
	Breaks   idem.Situation `json:"breaks"`
	Expected []string       `json:"expected"`         // checks that must catch it
	Profiles []string       `json:"profiles"`         // those under which it was tried
	Caught   []Catch        `json:"caught"`           // by check, in the order of the catalogue
	Missed   []string       `json:"missed,omitempty"` // profiles under which no check caught it
}

// A Catch is one check that caught a bug, and the profiles under which it did.
type Catch struct {
	Check    string   `json:"check"`
	Profiles []string `json:"profiles"`
}

// A Cell is one verdict that asks for attention.
type Cell struct {
	Profile string       `json:"profile"`
	Seed    uint64       `json:"seed"`
	Check   string       `json:"check"`
	Verdict idem.Verdict `json:"verdict"`
	Why     string       `json:"why"`
}

// Missed lists the bugs that no check caught under any profile, and those whose
// expected checks let them pass under every profile.
func (m Matrix) Missed() []string {
	var all []string
	for _, r := range m.Bugs {
		if len(r.Caught) == 0 || !r.expectedCaught() {
			all = append(all, r.Bug)
		}
	}
	return all
}

// expectedCaught reports whether each check that must catch the bug did so under
// at least one profile.
func (r Row) expectedCaught() bool {
	for _, id := range r.Expected {
		if !slices.ContainsFunc(r.Caught, func(c Catch) bool { return c.Check == id }) {
			return false
		}
	}
	return true
}

// Accused lists the cells in which a right server was found to break a promise.
func (m Matrix) Accused() []Cell {
	var all []Cell
	for _, c := range m.Right {
		if c.Verdict == idem.Failed || c.Verdict == idem.Warned {
			all = append(all, c)
		}
	}
	return all
}

// Idle lists the checks that caught no bug: they prove nothing about themselves.
func (m Matrix) Idle() []string {
	busy := map[string]bool{}
	for _, r := range m.Bugs {
		for _, c := range r.Caught {
			busy[c.Check] = true
		}
	}
	var all []string
	for _, id := range m.Checks {
		if !busy[id] {
			all = append(all, id)
		}
	}
	return all
}
