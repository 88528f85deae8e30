package wire

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Result is one request as it was sent and what came back.
type Result struct {
	Sent     idem.Message
	Response *idem.Response // nil if no whole answer arrived
	Err      error          // an [*Error], why none arrived; nil if one did
	Cut      Cut
	// Times has in Start when the call began, and in Dialed when the connection
	// was ready, if this was its first exchange; a connection that was opened in
	// advance was ready before the start. First is when the first byte was read,
	// which may be later than its arrival.
	Times   idem.Times
	Wire    idem.Wire
	Planned int64   // bytes of the whole request; [idem.Wire.BytesOut] says how many of them were written
	Socket  Traffic // of the connection during the exchange, what TLS adds included; pipelined requests share it
	// Early is set if the answer was there when the last request of the burst had
	// just been released, so that the two need not have been with the target
	// together. Times.First cannot tell that: it is when the answer was read.
	Early bool
}

// A Cut is what became of a planned fault.
type Cut struct {
	What     string // what was done to the connection, as it happened; empty if no fault was planned
	Consumed bool   // it happened as planned
	Answered bool   // the answer had begun to arrive when the connection was cut
}

// Exchange returns what a history records of the result. The caller adds what
// the wire does not know: label, index, operation, key, body symbol, resource.
func (r Result) Exchange() idem.Exchange {
	x := idem.Exchange{Sent: r.Sent, Response: r.Response, Fault: r.Cut.What, Times: r.Times, Wire: r.Wire}
	x.Wire.Early = r.Early
	if r.Err != nil {
		x.Err = r.Err.Error()
	}
	return x
}

// Mismatch returns an error if not exactly the planned request was written:
// more bytes than it has, or fewer although an answer was taken for it. What a
// planned cut or an error left unwritten is no mismatch.
func (r Result) Mismatch() error {
	switch {
	case r.Wire.BytesOut > r.Planned:
		return fmt.Errorf("%d bytes were written for a request of %d", r.Wire.BytesOut, r.Planned)
	case r.Wire.BytesOut < r.Planned && r.Response != nil:
		return fmt.Errorf("the target answered %d when %d of the %d bytes of the request were written",
			r.Response.Status, r.Wire.BytesOut, r.Planned)
	}
	return nil
}
