package wire

import (
	"context"
	"fmt"
)

// A Formation says how the requests of a burst are laid over connections, and
// which part of them waits for the release.
//
// What exposes a race is how soon after the first request the second one is
// looked at, not how close together all of them are. So two connections do
// better than one or many, a few copies of a key as well as many, and pairs of
// copies in the same order on two connections better than any number of copies
// of one key: the target has to wake up once for all of them, and then its two
// readers go through the pairs in step.
type Formation struct {
	Gate  Gate
	Conns int // which the requests are laid on in turn; zero stands for one for each request
}

// The formations that are of use. Each can carry copies of one key. Pairs is
// meant for requests of which neighbours have the same key.
var (
	// Apart has a connection for each request.
	Apart = Formation{Gate: LastByte}
	// ApartHead is Apart for targets that decide when the head is complete.
	ApartHead = Formation{Gate: HeadGate}
	// Pairs lays the requests on two connections in turn: pipelined in HTTP/1.1,
	// and in HTTP/2 as streams whose last frames are one write on each.
	Pairs = Formation{Gate: LastByte, Conns: 2}
	// PairsWhole is Pairs for targets that decide when the head is complete: in
	// HTTP/2 whole requests are one write on each connection.
	PairsWhole = Formation{Gate: HeadGate, Conns: 2}
	// Packet lays all requests on one connection, so that a network between here
	// and the target can hardly part them. It needs HTTP/2, or a target that
	// begins a pipelined request before it has answered the one ahead of it.
	Packet = Formation{Gate: LastByte, Conns: 1}
)

// Size is how many connections n requests need.
func (f Formation) Size(n int) int {
	if f.Conns == 0 {
		return n
	}
	return min(f.Conns, n)
}

// Open opens the connections that n requests need.
func (f Formation) Open(ctx context.Context, d *Dialer, o Origin, n int) ([]*Conn, error) {
	return d.OpenAll(ctx, o, f.Size(n))
}

// Lay gives each request its connection, in turn.
func (f Formation) Lay(conns []*Conn, requests []Request) []Shot {
	all := make([]Shot, len(requests))
	for i, r := range requests {
		all[i] = Shot{Conn: conns[i%len(conns)], Request: r}
	}
	return all
}

// Burst opens connections, releases the requests on them together, and closes
// them. The error is that of opening, or of [Burst].
func (f Formation) Burst(ctx context.Context, d *Dialer, o Origin, requests []Request) ([]Result, error) {
	conns, err := f.Open(ctx, d, o, len(requests))
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, c := range conns {
			c.Close()
		}
	}()
	return Burst(ctx, f.Lay(conns, requests), f.Gate)
}

// Name describes the formation in a protocol, for reports.
func (f Formation) Name(p Protocol) string {
	how := "a connection for each request"
	switch {
	case f.Conns == 1:
		how = "one connection"
	case f.Conns > 1:
		how = fmt.Sprintf("%d connections", f.Conns)
	}
	held := "the last byte of each request held back"
	switch {
	case f.Gate == Whole, f.Gate == HeadGate && p == HTTP2:
		held = "whole requests held back"
	case p == HTTP1 && f.Conns > 0 && f.Gate == HeadGate:
		held = "pipelined requests held back from the end of the first head on"
	case p == HTTP1 && f.Conns > 0:
		held = "pipelined requests held back from the last byte of the first on"
	case p == HTTP2:
		held = "the last frame of each request held back"
	case f.Gate == HeadGate:
		held = "the end of each head and all behind it held back"
	}
	return fmt.Sprintf("%s, %s, %s", p, how, held)
}
