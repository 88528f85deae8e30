package wire

import (
	"context"
	"errors"
)

// collect reads the answer to a request, one of those that are out, into its
// result.
func (c *Conn) collect(ctx context.Context, i int, x *Result) error {
	err := c.speech.collect(i, x)
	if x.Times.Done == 0 {
		x.Times.Done = c.since()
	}
	if err == nil {
		return nil
	}
	c.bury(errors.New("an exchange on the connection had no whole answer"))
	return c.unanswered(ctx, x, err)
}

// A mark is how far the counts of a connection were when an exchange began.
type mark struct {
	out     int64
	traffic Traffic
}

func (c *Conn) mark() mark { return mark{out: c.out, traffic: c.sock.traffic} }

// account writes into a result what was counted since the mark.
func (c *Conn) account(x *Result, before mark) {
	c.speech.leftover(x)
	x.Wire.BytesOut = c.out - before.out
	x.Socket = c.sock.traffic.since(before.traffic)
	x.Wire.Writes = x.Socket.Writes
}
