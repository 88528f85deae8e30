package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// Exchange sends a request on the connection and reads its answer, or does to
// the connection what the fault says. It never sends anything twice. The end of
// the context closes the connection. Nothing is written if the request is not
// valid, if the fault cannot be, or if the connection is not usable.
func (c *Conn) Exchange(ctx context.Context, r Request, f idem.Fault) Result {
	x := c.result(r)
	if err := c.exchange(ctx, r, f, &x); err != nil {
		x.Err = err
	}
	x.Times.Done = c.since()
	return x
}

// Once opens a connection, sends one request on it and closes it. The
// [idem.Times.Start] of the result is before the dialling.
func (d *Dialer) Once(ctx context.Context, o Origin, r Request, f idem.Fault) Result {
	start := d.now()
	failed := func(err error) Result {
		x := Result{Sent: r.Message(o), Err: err}
		x.Times.Start, x.Times.Done = start, d.now()
		return x
	}
	if err := r.problem(); err != nil {
		return failed(unsent(err))
	}
	c, err := d.Open(ctx, o)
	if err != nil {
		return failed(err)
	}
	defer c.Close()
	x := c.Exchange(ctx, r, f)
	x.Times.Start = start
	if x.Response != nil {
		x.Wire.Extra = int64(c.Unasked())
	}
	return x
}

// result begins the result of a request on this connection.
func (c *Conn) result(r Request) Result {
	x := Result{Sent: r.Message(c.origin)}
	x.Wire.Conn, x.Wire.Reused = c.number, c.used
	x.Times.Start = c.since()
	if !c.used {
		x.Times.Dialed = c.opened.Ready
	}
	return x
}

func (c *Conn) exchange(ctx context.Context, r Request, f idem.Fault, x *Result) error {
	if err := r.problem(); err != nil {
		return unsent(err)
	}
	whole, _ := encode(x.Sent, r.Target)
	x.Planned = int64(len(whole))
	part, err := c.portion(f, whole)
	if err != nil {
		return unsent(err)
	}
	if err := c.begin(ctx); err != nil {
		return unusable(c.origin, err)
	}
	defer c.busy.Store(false)
	defer guard(ctx, c)()
	before := c.mark()
	defer func() { c.account(x, before) }()

	wrote := c.writeFor(f, part)
	if wrote == nil && len(part) == len(whole) {
		x.Times.Wrote = c.since()
	}
	switch f.When {
	case idem.DuringRequest, idem.AfterRequest:
		if wrote != nil {
			x.Cut.What = fmt.Sprintf("not cut: the request broke off after %d of %d bytes", c.out()-before.out, len(whole))
			return c.unwritten(ctx, x, c.out()-before.out, wrote)
		}
		return c.strike(ctx, f, x, c.out()-before.out)
	case idem.DuringAnswer:
		c.allow(f.After)
	case idem.Never:
	}
	err = c.collect(ctx, r.Method, x)
	if errors.Is(err, errAllowance) {
		return c.strike(ctx, f, x, c.out()-before.out)
	}
	if f.When == idem.DuringAnswer {
		x.Cut.What = "not cut: the answer did not come to the point where it was to be cut"
	}
	if err != nil && wrote != nil {
		return c.unwritten(ctx, x, c.out()-before.out, wrote)
	}
	return err
}
