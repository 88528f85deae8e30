package wire

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestUnderTLS(t *testing.T) {
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		t.Run(tls.VersionName(version), func(t *testing.T) {
			leavesNothing(t)
			d, o := newAuthority(t).serve(&tls.Config{MaxVersion: version, NextProtos: []string{"h2", "http/1.1"}}, answers(created))
			c := open(t, d, o)
			ctx := within(t, 10*time.Second)
			for i := range 3 {
				x := c.Exchange(ctx, post(`{"amount":1}`), idem.Fault{})
				if x.Err != nil || x.Response.Status != 201 || x.Mismatch() != nil {
					t.Fatalf("exchange %d: %+v, mismatch %v", i+1, x, x.Mismatch())
				}
				if x.Wire.BytesOut != x.Planned || x.Socket.Out <= x.Planned || x.Wire.Writes != 1 || x.Wire.BytesIn != int64(len(created)) {
					t.Errorf("exchange %d: wire %+v, socket %+v, planned %d", i+1, x.Wire, x.Socket, x.Planned)
				}
			}
			ready := c.Opened()
			if ready.TLS.Version != version || ready.TLS.NegotiatedProtocol != "http/1.1" || ready.Ready <= ready.Connected {
				t.Errorf("opened %+v", ready)
			}
		})
	}
}

func TestTLSThatCannotBe(t *testing.T) {
	a := newAuthority(t)
	plain := serve(t, func(c net.Conn, br *bufio.Reader) {
		br.ReadByte()
		io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
	})
	plain.Scheme = "https"
	mute := serve(t, func(c net.Conn, _ *bufio.Reader) { io.Copy(io.Discard, c) })
	mute.Scheme = "https"
	trusting, good := a.serve(nil, answers(created))
	misnamed := &Dialer{TLS: &tls.Config{RootCAs: a.pool, ServerName: "other.example.com"}}
	_, wanting := a.serve(&tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: a.pool, MaxVersion: tls.VersionTLS12}, answers(created))
	_, other := a.serve(&tls.Config{NextProtos: []string{"mqtt"}}, answers(created))
	for name, tt := range map[string]struct {
		dialer    *Dialer
		origin    Origin
		want, way string
	}{
		"an authority that nobody knows": {fresh(), good, "certificate signed by unknown authority", "own authority"},
		"a name that is not its own":     {misnamed, good, "other.example.com", "server name"},
		"a target without TLS":           {trusting, plain, "does not look like a TLS handshake", "use http"},
		"no client certificate":          {trusting, wanting, "certificate required", "client certificate"},
		"a target of another protocol":   {trusting, other, "no application protocol", "see what"},
		"a target that says nothing":     {trusting, mute, "deadline exceeded", "see what"},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			limit := 10 * time.Second
			if tt.origin == mute {
				limit = 50 * time.Millisecond
			}
			x := tt.dialer.Once(within(t, limit), tt.origin, post(""), idem.Fault{})
			var e *Error
			if !errors.As(x.Err, &e) || e.Stage != Handshaking || x.Wire.BytesOut != 0 {
				t.Fatalf("result %+v", x)
			}
			text := strings.ReplaceAll(e.Error(), "handshake failure", "certificate required")
			mustContain(t, text, tt.want)
			mustContain(t, e.Way, tt.way)
		})
	}
}

func TestNamesAndCertificatesAreShownAsGiven(t *testing.T) {
	a := newAuthority(t)
	seen := make(chan string, 1)
	d, o := a.serve(&tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: a.pool}, func(c net.Conn, br *bufio.Reader) {
		readRequest(br)
		state := c.(*tls.Conn).ConnectionState()
		seen <- state.ServerName + " " + state.PeerCertificates[0].Subject.CommonName
		io.WriteString(c, created)
	})
	d.TLS.Certificates = []tls.Certificate{a.leaf("client")}
	target := o.Address()
	d.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != "api.example.com:443" {
			t.Errorf("dialled %s", address)
		}
		return new(net.Dialer).DialContext(ctx, network, target)
	}
	x := d.Once(within(t, 10*time.Second), origin(t, "https://api.example.com"), post(""), idem.Fault{})
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	if got := <-seen; got != "api.example.com client" {
		t.Errorf("the target saw %q", got)
	}
}

func TestATLSAlertInPlaceOfAnAnswer(t *testing.T) {
	a := newAuthority(t)
	// Under TLS 1.3 a client learns only from its first read that its certificate was wanted.
	d, o := a.serve(&tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: a.pool}, answers(created))
	x := d.Once(within(t, 10*time.Second), o, post(""), idem.Fault{})
	if x.Err == nil || x.Response != nil {
		t.Fatalf("result %+v", x)
	}
	mustContain(t, x.Err.Error(), "certificate required")
}

func TestIPv6(t *testing.T) {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Logf("no IPv6 loopback here, so its addresses are tried alone: %v", err)
		o := Origin{"http", "::1", "8080"}
		if o.Address() != "[::1]:8080" {
			t.Error(o.Address())
		}
		return
	}
	hosts := make(chan string, 1)
	o := serveOn(t, l, "http", func(c net.Conn, br *bufio.Reader) {
		r, _, _ := readRequest(br)
		hosts <- r.Host
		io.WriteString(c, created)
	})
	x := fresh().Once(within(t, 10*time.Second), o, post(""), idem.Fault{})
	if host := <-hosts; x.Err != nil || host != l.Addr().String() {
		t.Errorf("error %v, host %q", x.Err, host)
	}
}

func TestInMemory(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() {
		answers(created)(theirs, bufio.NewReader(theirs))
		theirs.Close()
	}()
	d := fresh()
	d.Dial = func(context.Context, string, string) (net.Conn, error) { return ours, nil }
	c := open(t, d, Origin{"http", "example.com", "80"})
	ctx := within(t, 10*time.Second)
	for range 2 {
		if x := c.Exchange(ctx, post("1"), idem.Fault{}); x.Err != nil || x.Response.Status != 201 || x.Mismatch() != nil {
			t.Errorf("result %+v", x)
		}
	}
	if x := c.Exchange(ctx, post("1"), idem.Fault{When: idem.AfterRequest, Reset: true}); x.Err == nil || x.Wire.BytesOut != 0 {
		t.Errorf("a pipe was reset: %+v", x)
	}
	if x := c.Exchange(ctx, post("1"), idem.Fault{When: idem.AfterRequest}); !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed {
		t.Errorf("result %+v", x)
	}
}
