package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// A Bug is one way to break a contract.
type Bug struct {
	ID       string         // stable slug, the fault in short; used in flags and reports
	Title    string         // what the server does, in the present tense, without a full stop
	Kind     string         // slug that groups bugs of one nature: "race-both-run"
	Cause    string         // how such a fault comes into a server, in whole sentences
	Breaks   idem.Situation // the clause that it breaks
	Lever    idem.Lever     // what a target must offer so that the bug shows; empty if requests alone show it
	Reports  []string       // addresses of public reports
	CaughtBy []string       // ids of the checks that must fail

	// Mutate replaces decisions of a policy, anew for each life of a server; nil
	// if the bug lies elsewhere.
	Mutate func(*reference.Policy)
	// Wrap puts a fault between the API and its clients; nil if there is none.
	Wrap func(http.Handler) http.Handler
}

// Apply returns the options of a server that is as o says but for the bugs. They
// are applied in the given order, so that a later one that replaces the same
// decision wins.
func Apply(o reference.Options, bugs ...Bug) reference.Options {
	right := o.Policy
	if right == nil {
		right = func() reference.Policy { return reference.Correct(o.Contract) }
	}
	o.Policy = func() reference.Policy {
		p := right()
		for _, b := range bugs {
			if b.Mutate != nil {
				b.Mutate(&p)
			}
		}
		return p
	}
	for _, b := range bugs {
		if b.Wrap != nil {
			o.Wrap = around(o.Wrap, b.Wrap)
		}
	}
	return o
}

// around puts outer around inner, which may be nil.
func around(inner, outer func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	if inner == nil {
		return outer
	}
	return func(h http.Handler) http.Handler { return outer(inner(h)) }
}
