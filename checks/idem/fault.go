package idem

// A Fault is what happens to a connection during a [Send]. The zero Fault is
// nothing. A fault that was planned and not consumed is [Trouble], never a pass.
type Fault struct {
	When  Moment `json:"when"`
	After int    `json:"after,omitempty"` // bytes that still pass at that moment; below zero they are counted from the end
	Reset bool   `json:"reset,omitempty"` // end with RST in place of an orderly close
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
