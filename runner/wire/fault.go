package wire

import (
	"errors"
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// portion returns how much of a request a fault lets out. It returns an error
// if the fault cannot happen on this connection to this request.
func (c *Conn) portion(f idem.Fault, whole []byte) ([]byte, error) {
	if f.Reset && f.When != idem.Never && !c.sock.canReset() {
		return nil, errors.New("the connection cannot be reset, since it is no TCP connection; plan an orderly close")
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
		return whole[:n], nil
	}
	return nil, fmt.Errorf("the moment %d of a fault is not known", f.When)
}

// writeFor writes a request or the portion of it that a fault lets out. If the
// connection is to be cut behind it, the last byte is a write of its own: a host
// may put off the acknowledgement of one small segment by 40 ms, in which a
// target is long done, but Linux does not put off that of two which its program
// has read.
func (c *Conn) writeFor(f idem.Fault, b []byte) error {
	if n := len(b) - 1; n > 0 && (f.When == idem.DuringRequest || f.When == idem.AfterRequest) {
		if err := c.write(b[:n]); err != nil {
			return err
		}
		b = b[n:]
	}
	return c.write(b)
}

// allow bounds how much of the answer is read: after bytes, at least the one
// that shows that it has begun; or, if after is below zero, that many bytes
// fewer than it has, which is known once its head is read, if that announces a
// length and the point is not in the head itself.
func (c *Conn) allow(after int) {
	if after >= 0 {
		c.tap.bound, c.tap.left = true, int64(max(after, 1))
		return
	}
	c.tap.drip = true
	c.reader.sized = func(length int64) {
		c.tap.drip = false
		if left := length + int64(after); length > 0 && left >= 0 {
			c.tap.bound, c.tap.left = true, left
		}
	}
}
