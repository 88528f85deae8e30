package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// strike ends the connection, or takes the request back, as a fault says and
// writes down what happened.
func (c *Conn) strike(ctx context.Context, f idem.Fault, x *Result) error {
	unread := f.When == idem.AfterRequest && !c.confirmed()
	var p parting
	if f.How == idem.Cancel {
		p = c.withdraw(ctx)
	}
	if !p.withdrawn {
		p = c.part(ctx, f)
		c.bury(ErrCut)
	}
	p.unread = p.unread || unread
	x.Cut = Cut{What: where(p.verb(f), f, x, c.written()) + p.remark(f), Consumed: p.consumed(f), Answered: p.answered}
	return &Error{Stage: Cutting, Err: fmt.Errorf("%w: %s", ErrCut, x.Cut.What)}
}

// A parting is what was seen when a connection was cut.
type parting struct {
	answered  bool  // something of the answer was there and was not read
	gone      error // the target had ended the connection before; nil if it had not
	unread    bool  // the target did not say that it had read the whole request
	unacked   int   // bytes that were written and to the end not acknowledged
	known     bool  // the system tells unacked
	over      bool  // the context ended, and the connection with it, before all was acknowledged
	left      bool  // the target ended the connection while it was stalled
	withdrawn bool  // the request alone was taken back
}

// errNoCancel is why a request cannot be taken back by itself.
var errNoCancel = errors.New("HTTP/1.1 cannot take a request back")

// confirmed waits a while until the target has read the request, and reports
// whether it has, as far as the protocol lets it be asked.
func (c *Conn) confirmed() bool {
	c.sock.patience(c.limits.Settle)
	err := c.speech.confirm()
	c.sock.patience(0)
	return err == nil
}

// withdraw takes the request back, if the protocol can, and waits until the
// target has been told.
func (c *Conn) withdraw(ctx context.Context) parting {
	var p parting
	p.answered, p.gone = c.answered()
	if p.gone != nil {
		return p
	}
	c.sock.patience(c.limits.Settle)
	err := c.speech.cancel()
	c.sock.patience(0)
	p.withdrawn = !errors.Is(err, errNoCancel)
	if err != nil {
		c.bury(ErrCut)
		p.over = ctx.Err() != nil
		if p.unread = isTimeout(err); !p.unread {
			p.gone = err
		}
	}
	return p
}

// part ends the connection below any TLS. The other host shall have all that
// was written, but a close throws away what is not sent yet if something unread
// has arrived, and a reset does so always. So an orderly close first ends our
// direction alone, which stands in line behind the bytes, and a reset waits for
// their acknowledgement.
func (c *Conn) part(ctx context.Context, f idem.Fault) parting {
	var p parting
	within := f.When == idem.DuringAnswer
	if !within {
		p.answered, p.gone = c.answered()
	}
	if f.How == idem.Stall && p.gone == nil {
		pause(ctx, f.For)
		if !within {
			p.left = c.ended()
		}
	}
	if !f.Reset {
		c.sock.closeWrite()
	}
	if !within {
		p.unacked, p.known = c.settle(ctx, !f.Reset)
		p.over = ctx.Err() != nil
	}
	if f.Reset {
		c.sock.reset()
		return p
	}
	c.sock.drain()
	c.sock.Close()
	return p
}

// ended reports, without waiting, whether the target has ended the connection,
// be it behind an answer.
func (c *Conn) ended() bool {
	for {
		before := c.sock.traffic.In
		if _, err := c.answered(); err != nil {
			return true
		}
		if c.sock.traffic.In == before {
			return false
		}
	}
}

// settle waits until the other host has acknowledged all that was written, or
// the patience is over. It returns how many bytes are left. Ended says that our
// direction has been ended, whose acknowledgement does not matter.
func (c *Conn) settle(ctx context.Context, ended bool) (left int, known bool) {
	ctx, cancel := context.WithTimeout(ctx, c.limits.Settle)
	defer cancel()
	for wait := 20 * time.Microsecond; ; wait = min(2*wait, time.Millisecond) {
		left, known = unacked(c.sock.raw, ended)
		if left == 0 || !known || ctx.Err() != nil {
			return left, known
		}
		pause(ctx, wait)
	}
}

// consumed reports whether a cut happened as it was planned. An answer that
// came before the request was whole was not decided by the cut; one that came
// after it was lost, as planned. A target that is tired of a stalled connection
// ends it by right.
func (p parting) consumed(f idem.Fault) bool {
	switch {
	case f.When == idem.DuringAnswer && !p.withdrawn:
		return true
	case p.gone != nil, p.over, p.unread, !p.withdrawn && !p.left && (p.unacked > 0 || f.Reset && !p.known):
		return false
	case f.When == idem.DuringRequest:
		return !p.answered
	}
	return true
}

// verb says what was done.
func (p parting) verb(f idem.Fault) string {
	done := "closed"
	switch {
	case p.withdrawn:
		return "taken back by RST_STREAM"
	case f.Reset:
		done = "reset"
	}
	switch f.How {
	case idem.Stall:
		return fmt.Sprintf("stalled for %s and %s", f.For, done)
	case idem.GiveUp:
		return fmt.Sprintf("given up in %s and %s", f.For, done)
	case idem.Cut, idem.Cancel, idem.HalfClose, idem.Trickle:
	}
	return done
}

// where says at which point something was done.
func where(verb string, f idem.Fault, x *Result, written int64) string {
	switch f.When {
	case idem.DuringRequest:
		return fmt.Sprintf("%s after %d of the %d bytes of the request", verb, written, x.Planned)
	case idem.DuringAnswer:
		return fmt.Sprintf("%s after %d bytes of the answer", verb, x.Wire.BytesIn)
	case idem.AfterRequest, idem.Never:
	}
	return fmt.Sprintf("%s after the whole request of %d bytes", verb, written)
}

// remark says what else was seen at the cut.
func (p parting) remark(f idem.Fault) string {
	switch {
	case p.gone != nil:
		return "; the target had ended the connection before"
	case p.over:
		return "; the time was over before all of it was acknowledged"
	case p.unread:
		return "; the target did not say in time that it had read it"
	case p.left:
		return "; the target had ended the connection meanwhile"
	case p.unacked > 0:
		return fmt.Sprintf("; %d bytes were not acknowledged", p.unacked)
	case f.Reset && f.When != idem.DuringAnswer && !p.known && !p.withdrawn:
		return "; whether the bytes had arrived is not known on this system"
	case p.answered:
		return "; the answer had begun to arrive"
	}
	return ""
}
