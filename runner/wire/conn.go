package wire

import (
	"bufio"
	"bytes"
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
	tap    *tap
	reader answerReader

	plain int64         // bytes given to TLS that have left
	first time.Duration // when the answer that is being read began; zero if it has not
	used  bool
	dead  error // why it can carry no further exchange; nil if it can
	busy  atomic.Bool
}

var (
	errBusy   = errors.New("the connection already carries an exchange")
	errClosed = errors.New("the connection was closed")
	errGone   = errors.New("the target had ended the connection")
)

func newConn(d *Dialer, o Origin, number int, sock *socket, stream net.Conn, opened Opened) *Conn {
	c := &Conn{
		origin: o, number: number, opened: opened, limits: d.Limits.orDefaults(), since: d.now,
		sock: sock, stream: stream, tap: &tap{r: stream},
	}
	c.reader = answerReader{br: bufio.NewReader(c.tap), limits: c.limits, begun: c.begun}
	return c
}

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
	n, err := c.poll()
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

// poll takes in, without waiting, more of what the target has sent, and returns
// how many bytes of it are there, at least.
func (c *Conn) poll() (int, error) {
	br := c.reader.br
	if br.Buffered() == br.Size() {
		return br.Buffered(), nil
	}
	c.sock.polling = true
	_, err := br.Peek(br.Buffered() + 1)
	c.sock.polling = false
	if err == errNothingYet {
		err = nil
	}
	return br.Buffered(), err
}

// answered reports, without waiting, whether the answer to the request that is
// out has begun to arrive, beyond any 1xx answers. The error is nil unless the
// target has ended the connection.
func (c *Conn) answered() (bool, error) {
	n, err := c.poll()
	some, _ := c.reader.br.Peek(n)
	for bytes.HasPrefix(some, []byte("HTTP/1.1 1")) {
		_, rest, whole := bytes.Cut(some, []byte("\r\n\r\n"))
		if !whole {
			return false, err
		}
		some = rest
	}
	return len(some) > 0, err
}

// begin takes the connection for an exchange. It returns an error, and sends
// nothing, if the connection cannot carry one.
func (c *Conn) begin(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !c.take() {
		return errBusy
	}
	if c.unasked(); c.dead != nil {
		c.busy.Store(false)
		return c.dead
	}
	c.used = true
	return nil
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
	n, err := c.stream.Write(b)
	if c.secure() {
		c.plain += int64(n)
	}
	return err
}

// out is how many bytes of requests have left, without what TLS adds.
func (c *Conn) out() int64 {
	if c.secure() {
		return c.plain
	}
	return c.sock.traffic.Out
}

// in is how many bytes of answers have been taken, without what TLS adds.
func (c *Conn) in() int64 { return c.tap.in - int64(c.reader.br.Buffered()) }

func (c *Conn) secure() bool {
	_, ok := c.stream.(*tls.Conn)
	return ok
}

func (c *Conn) begun() {
	if c.first == 0 {
		c.first = c.since()
	}
}
