package selftest

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/idemspec/idemspec/runner/clock"
)

// Traffic knows which connections a server has not done with: from the moment
// that the client dials until the server closes its end, which it does once the
// work is over, whether the client is still there or not.
type traffic struct {
	mu   sync.Mutex
	open map[string]*link
}

// A link is one connection. Of a socket, either end may be seen first.
type link struct {
	dialled, accepted bool
	over              chan struct{}
}

func newTraffic() *traffic { return &traffic{open: map[string]*link{}} }

// watch returns a listener whose connections are told of.
func (t *traffic) watch(l net.Listener) net.Listener { return watched{l, t} }

// watchDial returns a dialler of sockets that tells of them.
func (t *traffic) watchDial(dial dialler) dialler {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err == nil {
			t.dial(linkName(c.LocalAddr()))
		}
		return c, err
	}
}

type dialler = func(ctx context.Context, network, address string) (net.Conn, error)

// linkName is what both ends of a connection agree on: the address of the
// client.
func linkName(client net.Addr) string { return client.Network() + " " + client.String() }

// at returns the link of that name.
func (t *traffic) at(name string) *link {
	l, found := t.open[name]
	if !found {
		l = &link{over: make(chan struct{})}
		t.open[name] = l
	}
	return l
}

// dial tells of a connection from the side of the client.
func (t *traffic) dial(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.at(name)
	l.dialled = true
	t.forget(name, l)
}

// accept tells of a connection from the side of the server, and returns the one
// to serve.
func (t *traffic) accept(c net.Conn) net.Conn {
	name := linkName(c.RemoteAddr())
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.at(name)
	l.accepted = true
	return &serverEnd{Conn: c, closed: sync.OnceFunc(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		close(l.over)
		t.forget(name, l)
	})}
}

// forget drops a link that is over, if neither end will tell of it any more.
func (t *traffic) forget(name string, l *link) {
	select {
	case <-l.over:
		if l.dialled && l.accepted {
			delete(t.open, name)
		}
	default:
	}
}

// rest returns once the server has done with all connections that are open now,
// or once d has passed.
func (t *traffic) rest(ctx context.Context, d time.Duration) {
	t.mu.Lock()
	var all []*link
	for _, l := range t.open {
		all = append(all, l)
	}
	t.mu.Unlock()
	late := time.NewTimer(d)
	defer late.Stop()
	for _, l := range all {
		select {
		case <-l.over:
		case <-late.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// A watched listener tells of what it accepts.
type watched struct {
	net.Listener
	traffic *traffic
}

// Accept waits for the next connection.
func (w watched) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return w.traffic.accept(c), nil
}

// A serverEnd tells when the server has done with its connection.
type serverEnd struct {
	net.Conn
	closed func()
}

// Close closes the connection.
func (s *serverEnd) Close() error {
	defer s.closed()
	return s.Conn.Close()
}

// A patient clock is virtual, and yet gives the server the time to do what it
// has begun: work that a busy machine has not got round to would else look like
// work that never ends.
type patient struct {
	*clock.Virtual
	traffic *traffic
}

// Sleep moves the clock ahead by d once the server rests.
func (p patient) Sleep(ctx context.Context, d time.Duration) error {
	p.traffic.rest(ctx, d)
	return p.Virtual.Sleep(ctx, d)
}
