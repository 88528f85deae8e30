package wire

import (
	"errors"
	"fmt"

	"github.com/idemspec/idemspec/runner/wire/h2"
)

// frames speaks HTTP/2. Requests that share the connection are streams.
type frames struct {
	c       *Conn
	session *h2.Session
	streams []*h2.Stream // of the requests that are out
}

func newFrames(c *Conn) *frames {
	l := c.limits
	return &frames{c: c, session: h2.New(c.stream, h2.Limits{
		Head: l.Head, Body: l.Body, Drain: l.Drain, Interim: l.Interim, Idle: l.Idle,
	}, c.since)}
}

// compose makes the frames of the requests. With [LastByte] the last frame of
// each is kept back, and the others of all of them go ahead. The other gates
// keep back all: nothing may come between the frames of one head, so that the
// heads of several requests cannot wait side by side for their last bytes.
func (h *frames) compose(ms []outgoing, gate Gate) (composed, error) {
	var b composed
	for _, st := range h.streams {
		h.session.Drop(st)
	}
	h.streams = nil
	for _, m := range ms {
		f, err := h.session.Compose(h2.Request{
			Method: m.method, Scheme: h.c.origin.Scheme, Path: m.target, Header: m.message.Header, Body: m.message.Body,
		}, gate == LastByte)
		if err != nil {
			return composed{}, err
		}
		h.streams = append(h.streams, f.Stream)
		if gate != LastByte {
			f.Early, f.Late = nil, f.Early
		}
		p := part{ahead: span{from: len(b.ahead)}, rest: span{from: len(b.rest)}}
		b.ahead, b.rest = append(b.ahead, f.Early...), append(b.rest, f.Late...)
		p.ahead.to, p.rest.to = len(b.ahead), len(b.rest)
		b.parts = append(b.parts, p)
	}
	return b, nil
}

func (h *frames) write(b []byte) (int, error) { return h.session.Write(b) }

// arm puts a PING behind what goes ahead: its acknowledgement shows that the
// target has read all of it, and finds the target awake.
func (h *frames) arm(ahead []byte) (int, error) {
	n, err := h.session.Write(ahead)
	if err == nil {
		err = h.session.Ping()
	}
	return n, err
}

func (h *frames) ready(rest []byte) error {
	if err := h.session.Pong(); err != nil {
		return err
	}
	return h.session.Reserve(rest)
}

func (h *frames) trim(whole []byte, n int) ([]byte, error) {
	b, err := h2.Trim(whole, n)
	if err != nil {
		return nil, fmt.Errorf("the request cannot be taken back at byte %d: %w", n, err)
	}
	return b, nil
}

func (h *frames) unasked() (int, error) {
	err := h.look()
	return int(h.session.Extra()), err
}

func (h *frames) look() error {
	h.c.sock.polling = true
	err := h.session.Poll()
	h.c.sock.polling = false
	if err == nil {
		err = h.session.Err()
	}
	return err
}

func (h *frames) begun(i int) bool { return i < len(h.streams) && h.streams[i].Begun() }

func (h *frames) mark(after int) { h.streams[0].Mark(after) }

func (h *frames) collect(i int, x *Result) error {
	err := h.session.Await(h.streams[i])
	a := h.streams[i].Answer()
	x.Times.First, x.Times.Done = a.First, a.Done
	x.Wire.BytesIn, x.Wire.Interim = a.In, a.Interim
	if errors.Is(err, h2.ErrMark) {
		return errAllowance
	}
	if err != nil {
		return unexpected(err)
	}
	x.Response = &a.Response
	if gone := h.session.Err(); gone != nil {
		h.c.bury(gone)
	}
	return nil
}

// leftover needs no counting of what arrived in one piece with the answer: a
// frame that belongs to nothing ends the session when it is read.
func (h *frames) leftover(x *Result) {
	if h.look() != nil && x.Response != nil {
		x.Wire.Extra = h.session.Extra()
		h.c.bury(h.session.Err())
	}
}

// confirm asks by a PING. That the bytes are acknowledged is not enough here: a
// target that writes window updates to a connection that was cut gives up what
// it has not read.
func (h *frames) confirm() error {
	if err := h.session.Ping(); err != nil {
		return err
	}
	return h.session.Pong()
}

func (h *frames) cancel() error {
	if err := h.session.Cancel(h.streams[0]); err != nil {
		return err
	}
	return h.confirm()
}
