package selftest

import (
	"context"
	"errors"
	"net"
	"sync"
)

// A network carries connections within the process, so that a matrix of many
// thousand requests needs no ports.
type network struct {
	pending chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newNetwork() *network {
	return &network{pending: make(chan net.Conn), closed: make(chan struct{})}
}

// dial connects to the listener of the network, whatever the address.
func (n *network) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case n.pending <- server:
		return client, nil
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
func (n *network) Addr() net.Addr { return address{} }

type address struct{}

func (address) Network() string { return "memory" }
func (address) String() string  { return "memory" }
