package wire

import (
	"context"

	"github.com/idemspec/idemspec/checks/idem"
)

// A speech is one version of HTTP on one connection: it makes bytes of requests
// and answers of what arrives.
type speech interface {
	// compose makes the bytes of requests that go out together on the connection,
	// in their order. The answers to them are the ones that are collected next.
	compose(ms []outgoing, gate Gate) (composed, error)
	// write writes bytes that were composed, as the target's flow control lets
	// it, and returns how many were.
	write(b []byte) (int, error)
	// arm writes what goes ahead of a release, and asks the target for a sign that
	// it has read it, if the protocol knows one. Ready waits for that sign, and
	// returns an error if the rest cannot be released without asking.
	arm(ahead []byte) (int, error)
	ready(rest []byte) error
	// trim shortens the bytes of one request to what can be taken back without
	// ending the connection. The error says why that cannot be.
	trim(whole []byte, n int) ([]byte, error)
	// unasked returns how many bytes are there that nothing asked for, at least,
	// and an error if the connection has ended. It does not wait.
	unasked() (int, error)
	// look takes in what has arrived, without waiting. The error is nil unless the
	// target has ended the connection. Begun then reports whether the answer to a
	// request that is out has begun to arrive, beyond 1xx answers.
	look() error
	begun(i int) bool
	// mark has the answer cut at a point, which collect returns errAllowance for.
	mark(after int)
	// collect reads the answer to a request into its result.
	collect(i int, x *Result) error
	// leftover notes bytes behind the last answer that was due.
	leftover(x *Result)
	// confirm waits until the target has said that it has read all that was
	// written, if the protocol has a word for that.
	confirm() error
	// cancel takes the one request that is out back, if that is possible without
	// ending the connection, and returns once the target has been told.
	cancel() error
}

// An outgoing is one request to compose.
type outgoing struct {
	method, target string
	message        idem.Message
}

// A composed is the bytes of the requests of one connection: what goes ahead of
// the release, and what is kept back.
type composed struct {
	ahead, rest []byte
	parts       []part // one for each request
}

// A part says where the bytes of one request are.
type part struct{ ahead, rest span }

// A span is a stretch of bytes.
type span struct{ from, to int }

// within returns how many bytes of the span are among the first n.
func (s span) within(n int) int { return max(min(n, s.to)-s.from, 0) }

// size is how many bytes the request has.
func (p part) size() int { return p.ahead.to - p.ahead.from + p.rest.to - p.rest.from }

// share returns how many bytes of a part are among the first n of all.
func (c composed) share(i, n int) int {
	return c.parts[i].ahead.within(n) + c.parts[i].rest.within(n-len(c.ahead))
}

// speak begins to speak one of the versions that a protocol stands for. Chosen is
// the name that TLS agreed on, empty without one.
func (c *Conn) speak(ctx context.Context, p Protocol, chosen string) (err error) {
	defer guard(ctx, c)()
	if c.secure() {
		p, err = p.chosen(chosen)
	} else if p == Either {
		p = HTTP1
	}
	if err != nil {
		return err
	}
	c.opened.Protocol = p
	if p == HTTP2 {
		h := newFrames(c)
		c.speech, err = h, h.session.Greet()
	} else {
		c.speech = newLines(c)
	}
	c.opened.Ready = c.since()
	if err != nil {
		return cause(ctx, err)
	}
	return nil
}
