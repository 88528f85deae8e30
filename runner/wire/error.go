package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
)

// A Stage is how far an exchange had come when it ended without a whole answer.
type Stage string

// The stages, in their order.
const (
	Preparing   Stage = "prepare" // the request cannot be sent as it is; no byte was written
	Dialling    Stage = "dial"    // there was no connection; no byte of the request was written
	Handshaking Stage = "tls"     // there was no TLS, or no agreement on a version of HTTP; no byte of the request was written
	Arming      Stage = "arm"     // the burst was not released
	Writing     Stage = "write"   // the request was not written whole, and no answer came
	Answering   Stage = "answer"  // the request was written, and no whole answer came
	Cutting     Stage = "cut"     // the connection was cut as planned; the cause is [ErrCut]
)

// ErrCut is the cause of an exchange that ended in its planned fault.
var ErrCut = errors.New("the connection was cut as planned")

// ErrNotReleased is the cause of every result of a burst that was not released.
var ErrNotReleased = errors.New("the burst was not released")

// An Error says why an exchange has no whole answer. Its text names no address
// of the harness's own side and no value of a header field, so that it is the
// same from run to run.
type Error struct {
	Stage Stage
	Err   error  // the cause; the end of a context stands here as itself
	Way   string // one way out, without a full stop; empty if there is none
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// cause returns what lies below the layers that net and os put around a system
// error, since their text carries the addresses of both ends. If the context is
// over, that is the cause: what ended the connection was its end.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var op *net.OpError
	for errors.As(err, &op) {
		err = op.Err
	}
	var sys *os.SyscallError
	if errors.As(err, &sys) {
		err = sys.Err
	}
	return err
}

func unsent(err error) error {
	return &Error{Stage: Preparing, Err: fmt.Errorf("the request was not sent: %w", err)}
}

func unusable(o Origin, err error) error {
	return &Error{
		Stage: Writing,
		Err:   fmt.Errorf("the request to %s was not sent: %w", o, err),
		Way:   "open a new connection for it",
	}
}

func (c *Conn) unwritten(ctx context.Context, x *Result, written int64, err error) error {
	c.bury(errGone)
	return &Error{
		Stage: Writing,
		Err: fmt.Errorf("the request to %s broke off after %d of %d bytes: %w",
			c.origin, written, x.Planned, cause(ctx, err)),
		Way: "see whether the target logs the request, and why it ends the connection",
	}
}

func (c *Conn) unanswered(ctx context.Context, x *Result, err error) error {
	if ctx.Err() != nil {
		return &Error{
			Stage: Answering,
			Err:   fmt.Errorf("no whole answer from %s in time, but %d bytes of it: %w", c.origin, x.Wire.BytesIn, context.Cause(ctx)),
			Way:   "give the target more time",
		}
	}
	return &Error{
		Stage: Answering,
		Err:   fmt.Errorf("no whole answer from %s: %w", c.origin, cause(ctx, err)),
		Way:   "see whether the target logs the request",
	}
}
