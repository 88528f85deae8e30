package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// A Conn is one connection to an origin. It carries one exchange, or one burst,
// at a time, and is used again only if its owner does so; whatever leaves it in
// doubt makes it unusable. Its methods may be called from any goroutine, but
// what they return is settled only while no exchange is at work.
type Conn struct {
	origin Origin
	number int
	opened Opened
	limits Limits
	since  func() time.Duration

	sock   *socket  // where bytes are counted
	stream net.Conn // sock itself, or TLS over it
	speech speech   // what is spoken over stream

	out  int64 // bytes of requests that have left, without what TLS or the protocol adds to them
	from int64 // what out was when the exchange began
	used bool
	dead error // why it can carry no further exchange; nil if it can
	busy atomic.Bool
}

var (
	errBusy   = errors.New("the connection already carries an exchange")
	errClosed = errors.New("the connection was closed")
	errGone   = errors.New("the target had ended the connection")
)

// Opened returns how the connection came to be.
func (c *Conn) Opened() Opened { return c.opened }

// Traffic returns what has passed the socket so far, below any TLS.
func (c *Conn) Traffic() Traffic { return c.sock.traffic }

// Usable returns why the connection can carry no further exchange; nil if, by
// all that is known, it can.
func (c *Conn) Usable() error { return c.dead }

// Close ends the connection, under TLS with a notice unless it had become
// unusable. Closing twice is no error; closing during an exchange is one, and
// does nothing: end the context of the exchange.
func (c *Conn) Close() error {
	if !c.take() {
		return errBusy
	}
	defer c.busy.Store(false)
	if c.dead == nil {
		c.stream.Close() // what cannot be said to a target that has gone is no loss
	}
	c.bury(errClosed)
	c.abandon()
	return nil
}

// Unasked looks, without waiting, for bytes that arrived though no request is
// out, and returns how many there are at least. Such bytes, or the end of the
// connection by the target, make it unusable: a second answer that was smuggled
// in would be taken for that of the next request.
func (c *Conn) Unasked() int {
	if !c.take() {
		return 0
	}
	defer c.busy.Store(false)
	return c.unasked()
}

func (c *Conn) unasked() int {
	n, err := c.speech.unasked()
	switch {
	case n > 0:
		c.bury(fmt.Errorf("the target had sent %d bytes that nothing asked for", n))
	case isEnd(err):
		c.bury(errGone)
	case err != nil:
		c.bury(fmt.Errorf("%w: %w", errGone, cause(context.Background(), err)))
	}
	return n
}

// answered reports, without waiting, whether an answer to what is out has begun
// to arrive, beyond any 1xx answers. The error is nil unless the target has
// ended the connection.
func (c *Conn) answered() (bool, error) {
	err := c.speech.look()
	return c.speech.begun(0), err
}

// ready returns an error if the connection, which was taken, can carry no
// exchange.
func (c *Conn) ready(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if c.dead == nil {
		c.unasked()
	}
	return c.dead
}

func (c *Conn) take() bool { return c.busy.CompareAndSwap(false, true) }

// bury makes the connection unusable; the first reason stays.
func (c *Conn) bury(why error) {
	if c.dead == nil {
		c.dead = why
	}
}

func (c *Conn) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	n, err := c.speech.write(b)
	c.out += int64(n)
	return err
}

// written is how many bytes have left of the request that is out.
func (c *Conn) written() int64 { return c.out - c.from }

func (c *Conn) secure() bool {
	_, ok := c.stream.(*tls.Conn)
	return ok
}
