package wire

import (
	"context"
	"errors"

	"github.com/idemspec/idemspec/checks/idem"
)

// Exchange sends a request on the connection and reads its answer, or does to
// the connection what the fault says. It never sends anything twice. The end of
// the context closes the connection. Nothing is written if the request is not
// valid, if the fault cannot be, or if the connection is not usable.
func (c *Conn) Exchange(ctx context.Context, r Request, f idem.Fault) Result {
	x := c.result(r)
	x.Err = c.exchange(ctx, r, f, &x)
	x.Times.Done = c.since()
	return x
}

// Once opens a connection, sends one request on it and closes it. The
// [idem.Times.Start] of the result is before the dialling.
func (d *Dialer) Once(ctx context.Context, o Origin, r Request, f idem.Fault) Result {
	start := d.now()
	failed := func(err error) Result {
		x := Result{Sent: d.Protocol.message(r, o), Err: err}
		x.Times.Start, x.Times.Done = start, d.now()
		return x
	}
	if err := d.Protocol.problem(r); err != nil {
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
	x := Result{Sent: c.opened.Protocol.message(r, c.origin)}
	x.Wire.Conn, x.Wire.Reused = c.number, c.used
	x.Times.Start = c.since()
	if !c.used {
		x.Times.Dialed = c.opened.Ready
	}
	return x
}

func (c *Conn) exchange(ctx context.Context, r Request, f idem.Fault, x *Result) error {
	if err := c.opened.Protocol.problem(r); err != nil {
		return unsent(err)
	}
	if !c.take() {
		return unusable(c.origin, errBusy)
	}
	defer c.busy.Store(false)
	if err := c.ready(ctx); err != nil {
		return unusable(c.origin, err)
	}
	b, err := c.speech.compose([]outgoing{{r.Method, r.Target, x.Sent}}, Whole)
	if err != nil {
		return unusable(c.origin, err)
	}
	whole := b.rest
	x.Planned = int64(len(whole))
	part, err := c.portion(f, whole)
	if err != nil {
		return unsent(err)
	}
	c.used = true
	defer guard(ctx, c)()
	before := c.mark()
	c.from = before.out
	defer func() { c.account(x, before) }()

	wrote := c.writeFor(f, part)
	if wrote == nil && len(part) == len(whole) {
		x.Times.Wrote = c.since()
		if r.Written != nil {
			r.Written()
		}
	}
	if f.When == idem.DuringRequest || f.When == idem.AfterRequest {
		if wrote != nil {
			x.Cut.What = "not cut: the request was not written so far"
			return c.unwritten(ctx, x, c.written(), wrote)
		}
		if over, err := c.disturb(ctx, f, x, whole[len(part):]); over {
			return err
		}
	}
	if f.When == idem.DuringAnswer {
		c.speech.mark(f.After)
	}
	err = c.collect(ctx, 0, x)
	if striking := c.met(ctx, f, err, x); striking {
		return c.strike(ctx, f, x)
	}
	if err != nil && wrote != nil {
		return c.unwritten(ctx, x, c.written(), wrote)
	}
	return err
}

// met reports whether the answer, or the waiting for it, came to the point at
// which a fault strikes. If that is past, it notes that it did not.
func (c *Conn) met(ctx context.Context, f idem.Fault, err error, x *Result) bool {
	switch {
	case errors.Is(err, errAllowance):
		return true
	case f.When == idem.DuringAnswer:
		x.Cut.What = "not cut: the answer did not come to the point where it was to be cut"
	case f.When == idem.AfterRequest && f.How == idem.GiveUp:
		c.sock.patience(0)
		if isTimeout(err) && ctx.Err() == nil {
			return true
		}
		x.Cut.What = "not given up: the exchange ended before that"
	}
	return false
}
