package selftest

import (
	"context"
	"errors"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
)

// A network carries connections within the process, so that a matrix of many
// thousand requests needs no ports.
type network struct {
	pending chan net.Conn
	closed  chan struct{}
	once    sync.Once
	dialled atomic.Uint64
}

func newNetwork() *network {
	return &network{pending: make(chan net.Conn), closed: make(chan struct{})}
}

// dial connects to the listener of the network, whatever the address.
func (n *network) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	name := address(strconv.FormatUint(n.dialled.Add(1), 10))
	select {
	case n.pending <- end{server, name}:
		return end{client, name}, nil
	case <-n.closed:
		return nil, errors.New("connection refused")
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Accept waits for the next connection.
func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.pending:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

// Close ends the network. It may be called twice.
func (n *network) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

// Addr is an address that nobody can dial.
func (n *network) Addr() net.Addr { return address("nowhere") }

type address string

func (address) Network() string  { return "memory" }
func (a address) String() string { return string(a) }

// An end of a connection in memory has an address, the same at both ends.
type end struct {
	net.Conn
	name address
}

func (e end) LocalAddr() net.Addr  { return e.name }
func (e end) RemoteAddr() net.Addr { return e.name }
