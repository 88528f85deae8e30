package wire

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// fresh2 is fresh for HTTP/2.
func fresh2() *Dialer {
	d := fresh()
	d.Protocol = HTTP2
	return d
}

// handled2 starts a server of net/http that speaks HTTP/2, without and with TLS,
// and runs a test on each.
func handled2(t *testing.T, h http.HandlerFunc, test func(t *testing.T, d *Dialer, o Origin)) {
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			leavesNothing(t)
			s := &http.Server{Handler: h, Protocols: new(http.Protocols)}
			s.Protocols.SetHTTP2(true)
			s.Protocols.SetUnencryptedHTTP2(true)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			served := make(chan error, 1)
			d := fresh2()
			if scheme == "https" {
				a := newAuthority(t)
				s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{a.leaf("api.example.com")}}
				d.TLS = &tls.Config{RootCAs: a.pool}
				go func() { served <- s.ServeTLS(l, "", "") }()
			} else {
				go func() { served <- s.Serve(l) }()
			}
			t.Cleanup(func() {
				s.Close()
				<-served
			})
			test(t, d, origin(t, scheme+"://"+l.Addr().String()))
		})
	}
}

// A peer is the target's end of an HTTP/2 connection in the hand of a test.
type peer struct {
	*http2.Framer
	c      net.Conn
	block  bytes.Buffer
	code   *hpack.Encoder
	decode *hpack.Decoder
}

// serve2 starts a target that runs a script for each connection, after the
// preface and with its settings sent.
func serve2(t testing.TB, script func(p *peer), settings ...http2.Setting) Origin {
	return serve(t, func(c net.Conn, br *bufio.Reader) {
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(br, preface); err != nil || string(preface) != http2.ClientPreface {
			return
		}
		p := &peer{Framer: http2.NewFramer(c, br), c: c, decode: hpack.NewDecoder(4096, nil)}
		p.AllowIllegalWrites = true
		p.code = hpack.NewEncoder(&p.block)
		p.WriteSettings(settings...)
		script(p)
	})
}

// take reads the next request: its stream, fields and body. An error ends the
// connection.
func (p *peer) take() (id uint32, fields []idem.Field, body []byte, err error) {
	p.decode.SetEmitFunc(func(f hpack.HeaderField) { fields = append(fields, idem.Field{Name: f.Name, Value: f.Value}) })
	for {
		f, err := p.ReadFrame()
		if err != nil {
			return id, fields, body, err
		}
		switch f := f.(type) {
		case *http2.HeadersFrame:
			id = f.StreamID
			if _, err := p.decode.Write(f.HeaderBlockFragment()); err != nil {
				return id, fields, body, err
			}
			if f.StreamEnded() {
				return id, fields, body, nil
			}
		case *http2.ContinuationFrame:
			if _, err := p.decode.Write(f.HeaderBlockFragment()); err != nil {
				return id, fields, body, err
			}
		case *http2.DataFrame:
			body = append(body, f.Data()...)
			if f.StreamEnded() {
				return id, fields, body, nil
			}
		case *http2.SettingsFrame:
			if !f.IsAck() {
				p.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !f.IsAck() {
				p.WritePing(true, f.Data)
			}
		}
	}
}

// coded returns a header block of names and values that take turns.
func (p *peer) coded(pairs ...string) []byte {
	p.block.Reset()
	for i := 0; i < len(pairs); i += 2 {
		p.code.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]})
	}
	return bytes.Clone(p.block.Bytes())
}

// head sends a header block in one frame.
func (p *peer) head(id uint32, end bool, pairs ...string) error {
	return p.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: p.coded(pairs...), EndStream: end, EndHeaders: true})
}

// wait reads until the client has gone.
func (p *peer) wait() {
	for {
		if _, err := p.ReadFrame(); err != nil {
			return
		}
	}
}

// answers2 answers each request with status 201 and its own body.
func answers2(p *peer) {
	for {
		id, _, body, err := p.take()
		if err != nil {
			return
		}
		p.head(id, false, ":status", "201", "content-type", "text/plain")
		p.WriteData(id, true, body)
	}
}
