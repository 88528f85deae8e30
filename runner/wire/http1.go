package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"time"
)

// lines speaks HTTP/1.1 (RFC 9112). Requests that share the connection are
// pipelined, and their answers come in the same order.
type lines struct {
	c       *Conn
	tap     *tap
	reader  answerReader
	methods []string      // of the requests whose answers are due
	first   time.Duration // when the answer that is being read began; zero if it has not
	some    bool          // the next answer has begun
	failed  error         // why no further answer can be read
}

func newLines(c *Conn) *lines {
	h := &lines{c: c, tap: &tap{r: c.stream}}
	h.reader = answerReader{br: bufio.NewReader(h.tap), limits: c.limits, begun: h.begin}
	return h
}

func (h *lines) begin() {
	if h.first == 0 {
		h.first = h.c.since()
	}
}

// compose puts the requests in a row. The gate splits the first one: those
// behind it cannot go ahead of it.
func (h *lines) compose(ms []outgoing, gate Gate) (composed, error) {
	h.methods, h.failed = nil, nil
	var all []byte
	var b composed
	ahead := 0
	for i, m := range ms {
		whole, head := encode(m.message, m.target)
		if i == 0 {
			ahead = gate.ahead(head, len(whole))
		}
		at := len(all)
		all = append(all, whole...)
		b.parts = append(b.parts, part{
			ahead: span{min(at, ahead), min(len(all), ahead)},
			rest:  span{max(at-ahead, 0), max(len(all)-ahead, 0)},
		})
		h.methods = append(h.methods, m.method)
	}
	b.ahead, b.rest = all[:ahead], all[ahead:]
	return b, nil
}

func (h *lines) write(b []byte) (int, error)   { return h.c.stream.Write(b) }
func (h *lines) arm(ahead []byte) (int, error) { return h.write(ahead) }
func (h *lines) ready([]byte) error            { return nil }

// trim lets a request out up to any byte: it is taken back with its connection.
func (h *lines) trim(whole []byte, n int) ([]byte, error) { return whole[:n], nil }

func (h *lines) unasked() (int, error) { return h.poll() }

// poll takes in, without waiting, more of what the target has sent, and returns
// how many bytes of it are there, at least.
func (h *lines) poll() (int, error) {
	br := h.reader.br
	if br.Buffered() == br.Size() {
		return br.Buffered(), nil
	}
	h.c.sock.polling = true
	_, err := br.Peek(br.Buffered() + 1)
	h.c.sock.polling = false
	if errors.Is(err, errNothingYet) {
		err = nil
	}
	return br.Buffered(), err
}

func (h *lines) look() error {
	n, err := h.poll()
	some, _ := h.reader.br.Peek(n)
	for bytes.HasPrefix(some, []byte("HTTP/1.1 1")) {
		_, rest, whole := bytes.Cut(some, []byte("\r\n\r\n"))
		if !whole {
			rest = nil
		}
		some = rest
	}
	if h.some = len(some) > 0; h.some {
		h.begin()
	}
	return err
}

// begun knows of the answer that is due next alone.
func (h *lines) begun(i int) bool { return i == 0 && h.some }

// mark bounds how much of the answer is read: after bytes, at least the one
// that shows that it has begun; or, if after is below zero, that many bytes
// fewer than it has, which is known once its head is read, if that announces a
// length and the point is not in the head itself.
func (h *lines) mark(after int) {
	if after >= 0 {
		h.tap.bound, h.tap.left = true, int64(max(after, 1))
		return
	}
	h.tap.drip = true
	h.reader.sized = func(length int64) {
		h.tap.drip = false
		if left := length + int64(after); length > 0 && left >= 0 {
			h.tap.bound, h.tap.left = true, left
		}
	}
}

// collect reads the next answer. Once one has gone wrong, those behind it
// cannot be told apart any more.
func (h *lines) collect(i int, x *Result) error {
	if h.failed != nil {
		return h.failed
	}
	from := h.in()
	a, err := h.reader.read(h.methods[i])
	h.tap.free()
	h.reader.sized = nil
	x.Times.First, h.first, h.some = h.first, 0, false
	x.Wire.BytesIn, x.Wire.Interim = h.in()-from, a.interim
	if err != nil {
		h.failed = err
		return err
	}
	x.Response = &a.response
	if !a.keep {
		h.c.bury(errors.New("the target ends the connection with the answer it gave"))
	}
	return nil
}

func (h *lines) leftover(x *Result) {
	if n := h.reader.br.Buffered(); n > 0 && x.Response != nil {
		x.Wire.Extra = int64(n)
		h.c.bury(fmt.Errorf("the target had sent %d bytes that nothing asked for", n))
	}
}

// in is how many bytes of answers have been taken, without what TLS adds.
func (h *lines) in() int64 { return h.tap.in - int64(h.reader.br.Buffered()) }

// confirm has nothing to ask by in HTTP/1.1. What the other host has acknowledged
// its program can read whatever becomes of the connection.
func (h *lines) confirm() error { return nil }

// cancel is not known to HTTP/1.1: the connection has to end with the request.
func (h *lines) cancel() error { return errNoCancel }
