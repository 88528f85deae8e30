package wire

import (
	"errors"
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// portion returns how much of a request is written before a fault strikes. It
// returns an error if the fault cannot happen on this connection to this
// request.
func (c *Conn) portion(f idem.Fault, whole []byte) ([]byte, error) {
	if err := c.faultProblem(f); err != nil {
		return nil, err
	}
	switch f.When {
	case idem.Never, idem.DuringAnswer:
		return whole, nil
	case idem.AfterRequest:
		if f.After != 0 {
			return nil, fmt.Errorf("a fault after the request cannot let %d more bytes pass; use 0", f.After)
		}
		return whole, nil
	case idem.DuringRequest:
		n := f.After
		if n < 0 {
			n += len(whole)
		}
		if n < 0 || n >= len(whole) {
			return nil, fmt.Errorf("a fault cannot strike at byte %d of a request of %d bytes", f.After, len(whole))
		}
		if f.How == idem.Cancel {
			return c.speech.trim(whole, n)
		}
		if f.How == idem.Trickle {
			return whole[:n], c.speech.ready(whole)
		}
		return whole[:n], nil
	}
	return nil, fmt.Errorf("the moment %d of a fault is not known", f.When)
}

// faultProblem returns why a fault cannot be on this connection, whatever the
// request.
func (c *Conn) faultProblem(f idem.Fault) error {
	if f.When == idem.Never {
		return nil
	}
	if f.Reset && !c.sock.canReset() {
		return errors.New("the connection cannot be reset, since it is no TCP connection; plan an orderly close")
	}
	in, after := f.When == idem.DuringRequest, f.When == idem.AfterRequest
	fits, needsTime := true, false
	switch f.How {
	case idem.Cut, idem.Cancel:
	case idem.HalfClose:
		fits = in || after
		if !c.sock.canCloseWrite() {
			return errors.New("the connection cannot be closed by half, since it has no directions; plan a close")
		}
	case idem.Stall:
		needsTime = true
	case idem.GiveUp:
		fits, needsTime = after, true
	case idem.Trickle:
		fits, needsTime = in, true
	default:
		return fmt.Errorf("the manner %q of a fault is not known", f.How)
	}
	if !fits {
		return fmt.Errorf("a fault of the manner %q cannot be at the moment %d; plan it in or after the request", f.How, f.When)
	}
	if needsTime && f.For <= 0 {
		return fmt.Errorf("a fault of the manner %q needs a time; say how long", f.How)
	}
	return nil
}

// writeFor writes a request or the portion of it that a fault lets out. If the
// connection is to be cut behind it, the last byte is a write of its own: a host
// may put off the acknowledgement of one small segment by 40 ms, in which a
// target is long done, but Linux does not put off that of two which its program
// has read.
func (c *Conn) writeFor(f idem.Fault, b []byte) error {
	switch n := len(b) - 1; {
	case f.When != idem.DuringRequest && f.When != idem.AfterRequest, n < 1:
	case f.How == idem.Trickle:
		return c.writeRaw(b)
	case c.speech.ready(b) == nil:
		if err := c.writeRaw(b[:n]); err != nil {
			return err
		}
		return c.writeRaw(b[n:])
	}
	return c.write(b)
}

// writeRaw writes bytes of a request that may go without asking.
func (c *Conn) writeRaw(b []byte) error {
	n, err := c.stream.Write(b)
	c.out += int64(n)
	return err
}
