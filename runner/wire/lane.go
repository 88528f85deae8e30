package wire

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// errEager is why a gate does not suit a target.
var errEager = errors.New("the target answered before it had the part of the request that was kept back")

// A lane is one connection of a burst with the requests that it carries.
type lane struct {
	conn    *Conn
	out     []outgoing
	results []*Result
	bytes   composed
	held    []byte // what the release gives to the socket: the rest of the bytes, under TLS sealed in records
	gone    int    // how much of held was written
	err     error  // what ended the writing
	before  mark
}

// lanesOf sorts the shots of a burst by connection. It returns all lanes even
// if a request is not valid.
func lanesOf(shots []Shot, results []Result) (lanes []*lane, err error) {
	if len(shots) == 0 {
		return nil, errors.New("it has no requests")
	}
	by := map[*Conn]*lane{}
	for i, s := range shots {
		l := by[s.Conn]
		if l == nil {
			l = &lane{conn: s.Conn}
			by[s.Conn] = l
			lanes = append(lanes, l)
		}
		results[i] = s.Conn.result(s.Request)
		if bad := s.Conn.opened.Protocol.problem(s.Request); bad != nil && err == nil {
			err = fmt.Errorf("request %d: %w", i+1, bad)
		}
		if len(l.out) > 0 {
			results[i].Wire.Reused, results[i].Times.Dialed = true, 0
		}
		l.out = append(l.out, outgoing{s.Request.Method, s.Request.Target, results[i].Sent})
		l.results = append(l.results, &results[i])
	}
	return lanes, err
}

// compose makes the bytes of the lane's requests.
func (l *lane) compose(gate Gate) (err error) {
	if l.bytes, err = l.conn.speech.compose(l.out, gate); err != nil {
		return err
	}
	for i, x := range l.results {
		x.Planned = int64(l.bytes.parts[i].size())
	}
	l.before = l.conn.mark()
	return nil
}

// arm writes what goes ahead.
func (l *lane) arm(ctx context.Context) error {
	c := l.conn
	c.used = true
	n, err := c.speech.arm(l.bytes.ahead)
	c.out += int64(n)
	if err != nil {
		return cause(ctx, err)
	}
	return nil
}

// ready waits until the target has read what went ahead, if it can tell.
func (l *lane) ready(ctx context.Context) error {
	if err := l.conn.speech.ready(l.bytes.rest); err != nil {
		return cause(ctx, err)
	}
	return nil
}

// check returns an error if the target did not wait for the part of the
// request that is kept back.
func (l *lane) check() error {
	err := l.conn.speech.look()
	for i := range l.results {
		if l.conn.speech.begun(i) {
			return errEager
		}
	}
	if err != nil {
		return errGone
	}
	return nil
}

// seal makes ready what is kept back. From here to the release the connection
// must not be read: under TLS that may write, and records have their order.
func (l *lane) seal() error {
	c := l.conn
	if !c.secure() {
		l.held = l.bytes.rest
		return nil
	}
	c.sock.holding = true
	_, err := c.stream.Write(l.bytes.rest)
	c.sock.holding = false
	l.held, c.sock.held = c.sock.held, nil
	return err
}

// release makes one bare write. What it does not take is left to finish.
func (l *lane) release() {
	c := l.conn
	if c.sock.raw != nil {
		l.gone, l.err = writeNow(c.sock.raw, l.held)
		c.sock.wrote(l.gone)
	} else {
		l.gone, l.err = c.sock.Write(l.held)
	}
	if !c.secure() {
		c.out += int64(l.gone)
	}
	l.stamp()
}

// stamp notes when the last byte had left.
func (l *lane) stamp() {
	if l.gone < len(l.held) {
		return
	}
	now := l.conn.since()
	if l.conn.secure() {
		l.conn.out += int64(len(l.bytes.rest))
	}
	for _, x := range l.results {
		x.Times.Wrote = now
	}
}

// released is when the last byte had left; the end of time if it has not yet.
func (l *lane) released() time.Duration {
	if l.gone < len(l.held) {
		return math.MaxInt64
	}
	return l.results[0].Times.Wrote
}

// lookBack notes the answers that are there already.
func (l *lane) lookBack() {
	l.conn.speech.look()
	for i, x := range l.results {
		x.Early = l.conn.speech.begun(i)
	}
}

// finish writes what the release left over and reads the answers.
func (l *lane) finish(ctx context.Context) {
	c := l.conn
	if l.gone < len(l.held) && l.err == nil {
		var n int
		n, l.err = c.sock.Write(l.held[l.gone:])
		l.gone += n
		if !c.secure() {
			c.out += int64(n)
		}
		l.stamp()
	}
	for i, x := range l.results {
		x.Err = c.collect(ctx, i, x)
		if x.Err != nil && l.err != nil {
			x.Err = c.unwritten(ctx, x, l.share(i), l.err)
		}
	}
	c.speech.leftover(l.results[len(l.results)-1])
	l.account()
}

// account shares out what was counted on the connection.
func (l *lane) account() {
	socket := l.conn.sock.traffic.since(l.before.traffic)
	for i, x := range l.results {
		if l.bytes.parts != nil {
			x.Wire.BytesOut = l.share(i)
		}
		x.Socket, x.Wire.Writes = socket, socket.Writes
	}
}

// share returns how many bytes of a request have left.
func (l *lane) share(i int) int64 {
	return int64(l.bytes.share(i, int(l.conn.out-l.before.out)))
}
