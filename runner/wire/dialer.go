package wire

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Dialer opens the connections of one case and numbers them from 1. Its zero
// value dials directly and trusts what the system trusts. It must not be
// copied after the first use, and its fields must not change then.
type Dialer struct {
	// Dial opens a connection, such as through a proxy, to another address than
	// the name's, or in memory. Nil dials directly, to the addresses of a name
	// one after the other: never two at once, and never by way of a proxy that
	// the environment names. A connection with a SyscallConn method is also used
	// by bare system calls, which pass by what its type adds to Read and Write.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// TLS is what https needs beyond the origin: own authorities, a client
	// certificate, another ServerName. Nil is the zero Config. It is cloned; the
	// protocols that it offers are replaced.
	TLS *tls.Config
	// Protocol is what the connections speak; the zero Protocol is HTTP/1.1.
	Protocol Protocol
	Limits   Limits
	// Since returns the time since the case began, on a monotonic clock. All
	// times of this package are its results. If it is nil, they are zero.
	Since func() time.Duration

	opened atomic.Int64
}

// Opened is how a connection came to be.
type Opened struct {
	Start     time.Duration        // the dialling began
	Connected time.Duration        // the transport was there
	Ready     time.Duration        // requests could be sent: after the handshakes of TLS and HTTP/2
	Remote    string               // the address that was reached
	TLS       *tls.ConnectionState // nil for http
	Protocol  Protocol             // what is spoken: HTTP1 or HTTP2
}

// Open opens a connection to an origin, up to the end of the handshakes. The
// error is an [*Error].
func (d *Dialer) Open(ctx context.Context, o Origin) (*Conn, error) {
	return d.open(ctx, o, int(d.opened.Add(1)))
}

// OpenAll opens n connections at once. If one cannot be opened it closes the
// others and returns the error of one that could not.
func (d *Dialer) OpenAll(ctx context.Context, o Origin, n int) ([]*Conn, error) {
	conns := make([]*Conn, n)
	last := int(d.opened.Add(int64(n)))
	g, ctx := errgroup.WithContext(ctx)
	for i := range conns {
		g.Go(func() (err error) {
			conns[i], err = d.open(ctx, o, last-n+1+i)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		for _, c := range conns {
			if c != nil {
				c.abandon()
			}
		}
		return nil, err
	}
	return conns, nil
}

func (d *Dialer) open(ctx context.Context, o Origin, number int) (*Conn, error) {
	if err := o.problem(); err != nil {
		return nil, &Error{Stage: Preparing, Err: err}
	}
	opened := Opened{Start: d.now()}
	raw, err := d.dial(ctx, "tcp", o.Address())
	if err != nil {
		return nil, &Error{
			Stage: Dialling,
			Err:   fmt.Errorf("no connection to %s: %w", o, cause(ctx, err)),
			Way:   "see that the target runs and can be reached from here",
		}
	}
	opened.Connected = d.now()
	opened.Remote = raw.RemoteAddr().String()
	sock := newSocket(raw)
	stream := net.Conn(sock)
	var chosen string
	if o.Scheme == "https" {
		sealed, err := d.handshake(ctx, sock, o)
		if err != nil {
			sock.Close()
			return nil, err
		}
		state := sealed.ConnectionState()
		stream, opened.TLS, chosen = sealed, &state, state.NegotiatedProtocol
	}
	c := &Conn{
		origin: o, number: number, opened: opened, limits: d.Limits.orDefaults(), since: d.now,
		sock: sock, stream: stream,
	}
	if err := c.speak(ctx, d.Protocol, chosen); err != nil {
		sock.Close()
		return nil, &Error{
			Stage: Handshaking,
			Err:   fmt.Errorf("no %s with %s: %w", d.Protocol, o, unexpected(err)),
			Way:   "see which versions of HTTP the target speaks on this port",
		}
	}
	return c, nil
}

func (d *Dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if d.Dial != nil {
		return d.Dial(ctx, network, address)
	}
	direct := net.Dialer{FallbackDelay: -1}
	return direct.DialContext(ctx, network, address)
}

func (d *Dialer) now() time.Duration {
	if d.Since == nil {
		return 0
	}
	return d.Since()
}
