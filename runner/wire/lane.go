package wire

import (
	"context"
	"errors"
	"fmt"
)

// errEager is why a gate does not suit a target.
var errEager = errors.New("the target answered before it had the part of the request that was kept back")

// A lane is one connection of a burst with the requests that it carries.
type lane struct {
	conn    *Conn
	methods []string
	results []*Result
	starts  []int  // where each request begins in bytes
	bytes   []byte // all requests in a row
	ahead   int    // how many of the bytes are written before the release
	held    []byte // what the release gives to the socket: the other bytes, under TLS sealed in records
	gone    int    // how much of held was written
	err     error  // what ended the writing
	before  mark
}

// lanesOf sorts the shots of a burst by connection and makes their bytes. It
// returns all lanes even if a request is not valid.
func lanesOf(shots []Shot, gate Gate, results []Result) (lanes []*lane, err error) {
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
		if bad := s.Request.problem(); bad != nil && err == nil {
			err = fmt.Errorf("request %d: %w", i+1, bad)
		}
		whole, head := encode(results[i].Sent, s.Request.Target)
		results[i].Planned = int64(len(whole))
		if len(l.bytes) == 0 {
			l.ahead = gate.ahead(head, len(whole))
		} else {
			results[i].Wire.Reused, results[i].Times.Dialed = true, 0
		}
		l.starts = append(l.starts, len(l.bytes))
		l.bytes = append(l.bytes, whole...)
		l.methods = append(l.methods, s.Request.Method)
		l.results = append(l.results, &results[i])
	}
	return lanes, err
}

// arm writes what goes ahead.
func (l *lane) arm(ctx context.Context) error {
	if err := l.conn.write(l.bytes[:l.ahead]); err != nil {
		return cause(ctx, err)
	}
	return nil
}

// check returns an error if the target did not wait for the part of the
// request that is kept back.
func (l *lane) check() error {
	switch eager, err := l.conn.answered(); {
	case eager:
		return errEager
	case err != nil:
		return errGone
	}
	return nil
}

// seal makes ready what is kept back. From here to the release the connection
// must not be read: under TLS that may write, and records have their order.
func (l *lane) seal() error {
	c := l.conn
	if !c.secure() {
		l.held = l.bytes[l.ahead:]
		return nil
	}
	c.sock.holding = true
	_, err := c.stream.Write(l.bytes[l.ahead:])
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
	l.stamp()
}

// stamp notes when the last byte had left.
func (l *lane) stamp() {
	if l.gone < len(l.held) {
		return
	}
	now := l.conn.since()
	for _, x := range l.results {
		x.Times.Wrote = now
	}
}

// lookBack notes an answer that is there already.
func (l *lane) lookBack() {
	if begun, _ := l.conn.answered(); begun {
		l.conn.begun()
		l.results[0].Early = true
	}
}

// finish writes what the release left over and reads the answers.
func (l *lane) finish(ctx context.Context) {
	c := l.conn
	if l.gone < len(l.held) && l.err == nil {
		var n int
		n, l.err = c.sock.Write(l.held[l.gone:])
		l.gone += n
		l.stamp()
	}
	if c.secure() && l.gone == len(l.held) {
		c.plain += int64(len(l.bytes) - l.ahead)
	}
	for i, x := range l.results {
		err := c.collect(ctx, l.methods[i], x)
		if err != nil && l.err != nil {
			err = c.unwritten(ctx, x, l.share(i), l.err)
		}
		x.Err = err
		x.Times.Done = c.since()
		if err != nil {
			for _, later := range l.results[i+1:] {
				later.Err, later.Times.Done = err, x.Times.Done
			}
			break
		}
	}
	c.leftover(l.results[len(l.results)-1])
	l.account()
}

// account shares out what was counted on the connection.
func (l *lane) account() {
	socket := l.conn.sock.traffic.since(l.before.traffic)
	for i, x := range l.results {
		x.Wire.BytesOut = l.share(i)
		x.Socket, x.Wire.Writes = socket, socket.Writes
	}
}

// share returns how many bytes of a request have left.
func (l *lane) share(i int) int64 {
	left := l.conn.out() - l.before.out - int64(l.starts[i])
	return min(max(left, 0), l.results[i].Planned)
}
