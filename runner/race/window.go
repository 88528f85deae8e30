package race

import (
	"fmt"
	"time"
)

// A Kind is how a ledger spends its window.
type Kind string

// The kinds.
const (
	Spin  Kind = "spin"  // computes; the harder one to see, since it keeps a processor from the next request
	Sleep Kind = "sleep" // waits, as for a database; it is longer than asked for, by what a timer is late
)

// A Window is the time between the look of a ledger and its booking.
type Window struct {
	Kind Kind
	Long time.Duration
}

// path is where the ledger has the window.
func (w Window) path() string { return fmt.Sprintf("/%s/%d", w.Kind, w.Long.Nanoseconds()) }

// pass spends the window.
func (w Window) pass() {
	switch w.Kind {
	case Sleep:
		time.Sleep(w.Long)
	case Spin:
		for start := time.Now(); time.Since(start) < w.Long; {
		}
	}
}
