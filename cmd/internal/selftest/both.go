package selftest

import (
	"errors"
	"net"
	"sync"
)

// A pair accepts what arrives at either of two listeners.
type pair struct {
	net.Listener
	other net.Listener
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	wait  sync.WaitGroup
}

// both joins two listeners: most requests come over memory, and races and cuts
// over sockets.
func both(a, b net.Listener) net.Listener {
	p := &pair{Listener: a, other: b, conns: make(chan net.Conn), done: make(chan struct{})}
	for _, l := range []net.Listener{a, b} {
		p.wait.Go(func() { p.pump(l) })
	}
	return p
}

func (p *pair) pump(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		select {
		case p.conns <- c:
		case <-p.done:
			c.Close()
			return
		}
	}
}

// Accept waits for the next connection of either.
func (p *pair) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close closes both. It may be called twice.
func (p *pair) Close() (err error) {
	p.once.Do(func() {
		close(p.done)
		err = errors.Join(p.Listener.Close(), p.other.Close())
		p.wait.Wait()
	})
	return err
}
