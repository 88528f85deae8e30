package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// disturb does what a fault in or after the request says, once the portion that
// it lets out is written; rest is what it kept back. It reports whether the
// exchange is over. Else the answer is to be awaited.
func (c *Conn) disturb(ctx context.Context, f idem.Fault, x *Result, rest []byte) (over bool, err error) {
	switch f.How {
	case idem.HalfClose:
		if err := c.closeWrite(); err != nil {
			x.Cut.What = "not closed by half: the connection had ended"
			return false, nil
		}
		x.Cut = Cut{What: where("closed by half", f, x, c.written()), Consumed: true}
		c.bury(errors.New("our direction of the connection is closed"))
		return false, nil
	case idem.Trickle:
		c.trickle(ctx, f, x, rest)
		return false, nil
	case idem.GiveUp:
		c.sock.patience(f.For)
		return false, nil
	case idem.Cut, idem.Cancel, idem.Stall:
	}
	return true, c.strike(ctx, f, x)
}

// closeWrite ends our direction: with a notice under TLS, and by FIN.
func (c *Conn) closeWrite() error {
	if sealed, ok := c.stream.(*tls.Conn); ok {
		if err := sealed.CloseWrite(); err != nil {
			return err
		}
	}
	return c.sock.closeWrite()
}

// beat is the time between two pieces of a request that is written slowly.
const beat = 10 * time.Millisecond

// trickle writes what is left of a request in pieces over a time, as long as the
// target listens. An answer that comes before the last piece ends it.
func (c *Conn) trickle(ctx context.Context, f idem.Fault, x *Result, rest []byte) {
	pieces := min(len(rest), max(int(f.For/beat), 1))
	for i := range pieces {
		pause(ctx, f.For/time.Duration(pieces))
		if begun, err := c.answered(); begun || err != nil || ctx.Err() != nil {
			x.Cut.What = fmt.Sprintf("not slow to the end: the exchange ended after %d of the %d bytes of the request", c.written(), x.Planned)
			return
		}
		n := len(rest) * (i + 1) / pieces
		if err := c.writeRaw(rest[len(rest)*i/pieces : n]); err != nil {
			x.Cut.What = fmt.Sprintf("not slow to the end: the request broke off after %d of its %d bytes", c.written(), x.Planned)
			return
		}
	}
	x.Times.Wrote = c.since()
	x.Cut = Cut{
		What:     fmt.Sprintf("slow: the last %d of the %d bytes of the request were written in %d pieces over %s", len(rest), x.Planned, pieces, f.For),
		Consumed: true,
	}
}

// pause lets time pass, or the context end.
func pause(ctx context.Context, d time.Duration) {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

// isTimeout reports whether an error is the end of a socket's patience.
func isTimeout(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
