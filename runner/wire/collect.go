package wire

import (
	"context"
	"errors"
	"fmt"
)

// collect reads the answer to a request into its result.
func (c *Conn) collect(ctx context.Context, method string, x *Result) error {
	from := c.in()
	a, err := c.reader.read(method)
	c.tap.free()
	c.reader.sized = nil
	x.Times.First, c.first = c.first, 0
	x.Wire.BytesIn, x.Wire.Interim = c.in()-from, a.interim
	if err != nil {
		c.bury(errors.New("an exchange on the connection had no whole answer"))
		return c.unanswered(ctx, x, err)
	}
	x.Response = &a.response
	if !a.keep {
		c.bury(errors.New("the target ends the connection with the answer it gave"))
	}
	return nil
}

// leftover notes bytes that stand behind the last answer that was due.
func (c *Conn) leftover(x *Result) {
	if n := c.reader.br.Buffered(); n > 0 && x.Response != nil {
		x.Wire.Extra = int64(n)
		c.bury(fmt.Errorf("the target had sent %d bytes that nothing asked for", n))
	}
}

// A mark is how far the counts of a connection were when an exchange began.
type mark struct {
	out     int64
	traffic Traffic
}

func (c *Conn) mark() mark { return mark{out: c.out(), traffic: c.sock.traffic} }

// account writes into a result what was counted since the mark.
func (c *Conn) account(x *Result, before mark) {
	c.leftover(x)
	x.Wire.BytesOut = c.out() - before.out
	x.Socket = c.sock.traffic.since(before.traffic)
	x.Wire.Writes = x.Socket.Writes
}
