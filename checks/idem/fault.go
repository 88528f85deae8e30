package idem

import "time"

// A Fault is what happens to a connection during a [Send]. The zero Fault is
// nothing. A fault that was planned and not consumed is [Trouble], never a pass.
type Fault struct {
	When  Moment        `json:"when"`
	After int           `json:"after,omitempty"`  // bytes that still pass at that moment; below zero they are counted from the end
	Reset bool          `json:"reset,omitempty"`  // end with RST in place of an orderly close
	How   Manner        `json:"how,omitempty"`    // what is done; empty means that the connection ends
	For   time.Duration `json:"for_ns,omitempty"` // how long, for [Stall], [GiveUp] and [Trickle], which need it
}

// A Moment is when a [Fault] strikes.
type Moment int

// The moments.
const (
	Never         Moment = iota
	DuringRequest        // After bytes of the request were written
	AfterRequest         // the whole request was written, nothing was read
	DuringAnswer         // After bytes of the answer were read; zero: it has begun to arrive
)

// A Manner is what a [Fault] does.
type Manner string

// The manners.
const (
	Cut       Manner = ""           // ends the connection
	Cancel    Manner = "cancel"     // takes the request back and keeps the connection, where the protocol can: RST_STREAM in HTTP/2; else as Cut
	HalfClose Manner = "half-close" // ends our direction and awaits the answer; in or after the request
	Stall     Manner = "stall"      // neither writes nor reads for a time, and then ends the connection
	GiveUp    Manner = "give-up"    // awaits the answer for a time, and ends the connection if it is not whole by then; after the request
	Trickle   Manner = "trickle"    // writes the rest of the request slowly over a time, and awaits the answer; in the request
)
