package wire

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
)

// endless repeats a deed until the client has gone.
func endless(deed func() error) {
	for deed() == nil {
	}
}

// TestHostileTargetsOfHTTP2 has targets that end no exchange in a good way once
// they have the request. Each is an error that says why, in time, in bounded
// memory, and after one request alone.
func TestHostileTargetsOfHTTP2(t *testing.T) {
	for name, tt := range map[string]struct {
		answer func(p *peer)
		want   string
		late   bool // only the end of the context ends it
	}{
		"a flood of pings":          {func(p *peer) { endless(func() error { return p.WritePing(false, [8]byte{}) }) }, "over 1000 frames in a row brought nothing of an answer, the last of them PING", false},
		"a flood of settings":       {func(p *peer) { endless(func() error { return p.WriteSettings() }) }, "the last of them SETTINGS", false},
		"a flood of resets":         {func(p *peer) { endless(func() error { return p.WriteRSTStream(3, http2.ErrCodeCancel) }) }, "the last of them RST_STREAM", false},
		"a flood of window updates": {func(p *peer) { endless(func() error { return p.WriteWindowUpdate(3, 1) }) }, "the last of them WINDOW_UPDATE", false},
		"a flood of unknown frames": {func(p *peer) { endless(func() error { return p.WriteRawFrame(0x77, 0, 0, nil) }) }, "in a row brought nothing", false},
		"a flood of going away":     {func(p *peer) { endless(func() error { return p.WriteGoAway(9, http2.ErrCodeNo, nil) }) }, "the last of them GOAWAY", false},
		"a flood of empty data": {func(p *peer) {
			p.head(1, false, ":status", "200")
			endless(func() error { return p.WriteData(1, false, nil) })
		}, "the last of them DATA", false},
		"a flood of 1xx answers": {func(p *peer) { endless(func() error { return p.head(1, false, ":status", "102") }) }, "over 16 answers of status 1xx", false},
		"a flood of promises": {func(p *peer) {
			endless(func() error {
				return p.WritePushPromise(http2.PushPromiseParam{StreamID: 1, PromiseID: 2, BlockFragment: p.coded(":method", "GET"), EndHeaders: true})
			})
		}, "a PUSH_PROMISE frame on stream 1, where nothing was due", false},
		"a window beyond its size":  {func(p *peer) { endless(func() error { return p.WriteWindowUpdate(0, 1<<31-1) }) }, "beyond its largest size", false},
		"no settings but an answer": {func(p *peer) { p.WriteRawFrame(http2.FrameSettings, 0, 0, []byte{1}) }, "FRAME_SIZE_ERROR", false},
		"endless continuations": {func(p *peer) {
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: p.coded(":status", "200")})
			endless(func() error { return p.WriteContinuation(1, false, make([]byte, 1000)) })
		}, "the head of an answer is over 65536 bytes long", false},
		"endless empty continuations": {func(p *peer) {
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: p.coded(":status", "200")})
			endless(func() error { return p.WriteContinuation(1, false, nil) })
		}, "the last of them CONTINUATION", false},
		"a head that is small as it comes and large decoded": {func(p *peer) {
			block := p.coded(":status", "200", "x-bomb", strings.Repeat("b", 3000))
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: append(block, strings.Repeat("\xbe", 12000)...), EndHeaders: true})
			p.wait()
		}, "the head of an answer is over 65536 bytes long", false},
		"rubbish for a head": {func(p *peer) {
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), EndHeaders: true})
			p.wait()
		}, "compressed a head wrongly", false},
		"a frame between the pieces of a head": {func(p *peer) {
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: p.coded(":status", "200")})
			p.WritePing(false, [8]byte{})
			p.wait()
		}, "expected CONTINUATION", false},
		"a head without a status":  {func(p *peer) { p.head(1, true, "x-a", "1"); p.wait() }, "does not begin with a status", false},
		"a status of two digits":   {func(p *peer) { p.head(1, true, ":status", "20"); p.wait() }, "no number of three digits", false},
		"a second status":          {func(p *peer) { p.head(1, true, ":status", "200", ":status", "500"); p.wait() }, `the name ":status"`, false},
		"a name in capitals":       {func(p *peer) { p.head(1, true, ":status", "200", "X-A", "1"); p.wait() }, `the name "X-A"`, false},
		"a value with a line feed": {func(p *peer) { p.head(1, true, ":status", "200", "x-a", "1\nx-b: 2"); p.wait() }, "field x-a has a control byte", false},
		"a field of a connection":  {func(p *peer) { p.head(1, true, ":status", "200", "connection", "close"); p.wait() }, "belongs to HTTP/1.1", false},
		"a switch of protocols":    {func(p *peer) { p.head(1, false, ":status", "101"); p.wait() }, "switched protocols", false},
		"an end with a 1xx answer": {func(p *peer) { p.head(1, true, ":status", "103"); p.wait() }, "ended with an interim answer", false},
		"a body before the head":   {func(p *peer) { p.WriteData(1, true, []byte("x")); p.wait() }, "a body before the head", false},
		"two heads":                {func(p *peer) { p.head(1, false, ":status", "200"); p.head(1, false, ":status", "200"); p.wait() }, "a second head", false},
		"a wrong length": {func(p *peer) {
			p.head(1, false, ":status", "200", "content-length", "9")
			p.WriteData(1, true, []byte("abc"))
			p.wait()
		}, "has 3 bytes, not the 9 of its content-length", false},
		"two lengths": {func(p *peer) {
			p.head(1, false, ":status", "200", "content-length", "9", "content-length", "8")
			p.wait()
		}, "content-lengths 9 and 8 differ", false},
		"a length that is no number":  {func(p *peer) { p.head(1, false, ":status", "200", "content-length", "-1"); p.wait() }, `content-length "-1" is no number`, false},
		"a trailer with a status":     {func(p *peer) { p.head(1, false, ":status", "200"); p.head(1, true, ":status", "200"); p.wait() }, "the trailer of the 200 answer is wrong", false},
		"a frame that is too large":   {func(p *peer) { p.WriteRawFrame(http2.FrameData, 0, 1, make([]byte, 1<<15)); p.wait() }, "more than the 16384 bytes that it may", false},
		"an answer on another stream": {func(p *peer) { p.head(3, true, ":status", "200"); p.wait() }, "a HEADERS frame on stream 3, where nothing was due", false},
		"an endless body": {func(p *peer) {
			p.head(1, false, ":status", "200")
			go p.wait()
			endless(func() error { return p.WriteData(1, false, make([]byte, 1<<14)) })
		}, "the 200 answer was given up after", false},
		"a reset":                   {func(p *peer) { p.WriteRSTStream(1, http2.ErrCodeInternal); p.wait() }, "the target reset the stream (INTERNAL_ERROR)", false},
		"a refusal":                 {func(p *peer) { p.WriteRSTStream(1, http2.ErrCodeRefusedStream); p.wait() }, "(REFUSED_STREAM), so it did not take the request", false},
		"a reset within the answer": {func(p *peer) { p.head(1, false, ":status", "200"); p.WriteRSTStream(1, http2.ErrCodeNo); p.wait() }, "the target reset the stream (NO_ERROR)", false},
		"going away before it":      {func(p *peer) { p.WriteGoAway(0, http2.ErrCodeEnhanceYourCalm, []byte("calm\x1b[31m")); p.wait() }, `(GOAWAY, ENHANCE_YOUR_CALM), saying "calm\x1b[31m"; it did not take the request`, false},
		"going away in the middle":  {func(p *peer) { p.WriteGoAway(1, http2.ErrCodeNo, nil) }, "the target ended the connection (GOAWAY, NO_ERROR)", false},
		"the end of the connection": {func(p *peer) {}, "the target ended the connection", false},
		"an end within a frame":     {func(p *peer) { p.c.Write([]byte("\x00\x00\x10\x01\x04\x00\x00\x00\x01abc")) }, "the target ended the connection", false},
		"a reset of the connection": {func(p *peer) { p.c.(*net.TCPConn).SetLinger(0); p.c.Close() }, "connection reset by peer", false},
		"an answer of HTTP/1.1":     {func(p *peer) { io.WriteString(p.c, created); p.wait() }, "more than the 16384 bytes that it may", false},
		"silence":                   {func(p *peer) { p.wait() }, "in time, but 0 bytes of it", true},
		"a head that does not end": {func(p *peer) {
			p.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: p.coded(":status", "200")})
			p.wait()
		}, "deadline exceeded", true},
		"a body that does not end": {func(p *peer) { p.head(1, false, ":status", "200"); p.WriteData(1, false, []byte("x")); p.wait() }, "deadline exceeded", true},
		"a frame byte by byte":     {func(p *peer) { slowly(p.c, strings.Repeat("\x00\x00\x08\x06\x00\x00\x00\x00\x0012345678", 1000)) }, "deadline exceeded", true},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			var requests atomic.Int64
			o := serve2(t, func(p *peer) {
				if _, _, _, err := p.take(); err == nil {
					requests.Add(1)
					tt.answer(p)
				}
			})
			limit := 20 * time.Second
			if tt.late {
				limit = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			x := fresh2().Once(ctx, o, post("{}"), idem.Fault{})
			took := time.Since(start)
			runtime.ReadMemStats(&after)

			var e *Error
			if !errors.As(x.Err, &e) || e.Stage != Answering || e.Way == "" || x.Response != nil {
				t.Fatalf("response %+v, error %#v", x.Response, x.Err)
			}
			mustContain(t, e.Error(), tt.want)
			if late := errors.Is(x.Err, context.DeadlineExceeded); late != tt.late || took > limit+5*time.Second {
				t.Errorf("took %s, ended by the deadline: %t", took, late)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 24<<20 {
				t.Errorf("%d bytes were allocated", grown)
			}
			if x.Wire.BytesOut != x.Planned {
				t.Errorf("wire %+v of %d bytes", x.Wire, x.Planned)
			}
			if n := requests.Load(); n != 1 {
				t.Errorf("%d requests arrived", n)
			}
		})
	}
}

// TestTargetsThatDoNotGreet are found before a request is sent.
func TestTargetsThatDoNotGreet(t *testing.T) {
	a := newAuthority(t)
	tlsOf := func(protocols ...string) (*Dialer, Origin) {
		d, o := a.serve(&tls.Config{NextProtos: protocols}, answers(created))
		d.Protocol = HTTP2
		return d, o
	}
	withoutALPN, mute := tlsOf()
	other, old := tlsOf("http/1.1")
	speaker := serve(t, func(c net.Conn, br *bufio.Reader) {
		br.ReadByte()
		io.WriteString(c, "HTTP/1.1 505 HTTP Version Not Supported\r\n\r\n")
		io.Copy(io.Discard, br)
	})
	for name, tt := range map[string]struct {
		dialer *Dialer
		origin Origin
		want   string
	}{
		"a target of HTTP/1.1":       {fresh2(), speaker, "answers in HTTP/1.1"},
		"a target that says nothing": {fresh2(), serve(t, func(c net.Conn, _ *bufio.Reader) { io.Copy(io.Discard, c) }), "deadline exceeded"},
		"a target that hangs up":     {fresh2(), serve(t, func(_ net.Conn, br *bufio.Reader) { br.Peek(60) }), "the target ended the connection"},
		"a target without settings": {fresh2(), serve(t, func(c net.Conn, br *bufio.Reader) {
			br.Peek(60)
			io.WriteString(c, "\x00\x00\x08\x06\x00\x00\x00\x00\x0012345678")
			io.Copy(io.Discard, br)
		}), "began with a PING frame"},
		"a frame size that cannot be":   {fresh2(), serve2(t, (*peer).wait, http2.Setting{ID: http2.SettingMaxFrameSize, Val: 1}), "broke a rule of HTTP/2 (PROTOCOL_ERROR)"},
		"TLS that chooses nothing":      {withoutALPN, mute, "did not choose HTTP/2 by ALPN"},
		"TLS that speaks HTTP/1.1 only": {other, old, "no application protocol"},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			x := tt.dialer.Once(within(t, 300*time.Millisecond), tt.origin, post(""), idem.Fault{})
			var e *Error
			if !errors.As(x.Err, &e) || e.Stage != Handshaking || e.Way == "" || x.Wire.BytesOut != 0 || x.Sent.Proto != "HTTP/2.0" {
				t.Fatalf("result %+v", x)
			}
			mustContain(t, e.Error(), tt.want)
		})
	}
}

func TestAWindowThatStaysShut(t *testing.T) {
	leavesNothing(t)
	o := serve2(t, (*peer).wait, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	x := fresh2().Once(within(t, 50*time.Millisecond), o, post("{}"), idem.Fault{})
	var e *Error
	if !errors.As(x.Err, &e) || !errors.Is(x.Err, context.DeadlineExceeded) || x.Response != nil || x.Wire.BytesOut >= x.Planned {
		t.Errorf("error %v, %d of %d bytes out", x.Err, x.Wire.BytesOut, x.Planned)
	}
}

func TestEitherSpeaksWhatTheTargetChooses(t *testing.T) {
	for protocol, want := range map[string]Protocol{"http/1.1": HTTP1, "": HTTP1} {
		d, o := newAuthority(t).serve(&tls.Config{NextProtos: strings.Fields(protocol)}, answers(created))
		d.Protocol = Either
		c := open(t, d, o)
		x := c.Exchange(within(t, 10*time.Second), post("{}"), idem.Fault{})
		if x.Err != nil || c.Opened().Protocol != want || x.Sent.Proto != "HTTP/1.1" {
			t.Errorf("%q: spoke %s, result %+v", protocol, c.Opened().Protocol, x)
		}
	}
	d := fresh()
	d.Protocol = Either
	if c := open(t, d, serve(t, answers(created))); c.Opened().Protocol != HTTP1 {
		t.Errorf("without TLS it spoke %s", c.Opened().Protocol)
	}
}
