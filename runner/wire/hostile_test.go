package wire

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// forever writes the same text until the other side has gone.
func forever(c net.Conn, text string) {
	piece := []byte(strings.Repeat(text, 1+4096/len(text)))
	for {
		if _, err := c.Write(piece); err != nil {
			return
		}
	}
}

// slowly writes a byte now and then.
func slowly(c net.Conn, raw string) {
	for i := range len(raw) {
		if _, err := io.WriteString(c, raw[i:i+1]); err != nil {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// TestHostileTargets has targets that end no exchange in a good way. Each is an
// error that says why, in time and in bounded memory.
func TestHostileTargets(t *testing.T) {
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, tt := range map[string]struct {
		answer func(c net.Conn)
		want   string
		late   bool // only the end of the context ends it
	}{
		"one endless header line":   {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\nX-A: "); forever(c, "a") }, "over 65536 bytes long", false},
		"endless header lines":      {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\n"); forever(c, "X-A: 1\r\n") }, "over 65536 bytes long", false},
		"an endless status line":    {func(c net.Conn) { forever(c, "HTTP/1.1 ") }, "over 65536 bytes long", false},
		"an endless body":           {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n"); forever(c, "b") }, "given up after", false},
		"an endless body in chunks": {func(c net.Conn) { io.WriteString(c, chunked); forever(c, "8\r\n12345678\r\n") }, "given up after", false},
		"an endless trailer":        {func(c net.Conn) { io.WriteString(c, chunked+"0\r\n"); forever(c, "X-T: 1\r\n") }, "trailer of the 200 answer is wrong: it is over", false},
		"an announced body of 8 EiB": {func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n")
			forever(c, "b")
		}, "given up after", false},
		"a bad chunk":                {func(c net.Conn) { io.WriteString(c, chunked+"2\r\nabc\r\n0\r\n\r\n") }, "malformed chunked encoding", false},
		"an endless chunk line":      {func(c net.Conn) { io.WriteString(c, chunked); forever(c, "1;x=") }, "header line too long", false},
		"fewer bytes than announced": {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }, "broke off after 3 of 9 bytes", false},
		"a flood of 1xx answers":     {func(c net.Conn) { forever(c, "HTTP/1.1 102 Processing\r\n\r\n") }, "over 16 answers of status 1xx", false},
		"rubbish":                    {func(c net.Conn) { forever(c, "\x00\xff\xfe rubbish") }, `but with "\x00\xff\xfe rubbish`, false},
		"a greeting of another kind": {func(c net.Conn) { io.WriteString(c, "HELO\r\n"); io.Copy(io.Discard, c) }, "but with", false},
		"a TLS alert":                {func(c net.Conn) { io.WriteString(c, "\x15\x03\x01\x00\x02\x02\x28") }, "use https", false},
		"a frame of HTTP/2":          {func(c net.Conn) { io.WriteString(c, "\x00\x00\x00\x04\x00\x00\x00\x00\x00") }, "does not begin with a status line", false},
		"a reset":                    {func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }, "connection reset by peer", false},
		"a reset within the answer": {func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
			time.Sleep(5 * time.Millisecond)
			c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}, "connection reset by peer", false},
		"an end without an answer": {func(c net.Conn) {}, "ended the connection without one", false},
		"an end within the head":   {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\nX-A") }, "broke off within its head", false},
		"silence":                  {func(c net.Conn) { io.Copy(io.Discard, c) }, "in time, but 0 bytes of it", true},
		"slow header bytes":        {func(c net.Conn) { slowly(c, "HTTP/1.1 200 OK\r\n"+strings.Repeat("X-A: 1\r\n", 1000)) }, "deadline exceeded", true},
		"slow body bytes": {func(c net.Conn) {
			slowly(c, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"+strings.Repeat("b", 1000))
		}, "deadline exceeded", true},
		"a body that stops": {func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
			io.Copy(io.Discard, c)
		}, "deadline exceeded", true},
		"a body that the close ends":    {func(c net.Conn) { io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nabc"); io.Copy(io.Discard, c) }, "deadline exceeded", true},
		"a rubbish head without a line": {func(c net.Conn) { io.WriteString(c, "HTT"); io.Copy(io.Discard, c) }, "in time, but 3 bytes of it", true},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			o := serve(t, func(c net.Conn, br *bufio.Reader) {
				readRequest(br)
				tt.answer(c)
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
			x := fresh().Once(ctx, o, post("{}"), idem.Fault{})
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
			// All that was allocated counts, the server's part included, whether or not it was freed.
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
				t.Errorf("%d bytes were allocated", grown)
			}
			if x.Wire.BytesOut != x.Planned || x.Wire.Writes != 1 {
				t.Errorf("wire %+v of %d bytes", x.Wire, x.Planned)
			}
		})
	}
}

func TestABombStaysAsItArrived(t *testing.T) {
	bomb := squeeze(t, "gzip", strings.Repeat("0", 1<<20))
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		readRequest(br)
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"+string(bomb))
	})
	x := fresh().Once(within(t, 10*time.Second), o, post(""), idem.Fault{})
	if x.Err != nil || string(x.Response.Body) != string(bomb) {
		t.Fatalf("error %v, %d bytes of body", x.Err, len(x.Response.Body))
	}
	coding, _ := x.Response.Lookup("content-encoding")
	if _, err := Decode(coding, x.Response.Body, 1<<10); err == nil {
		t.Error("a bomb was decoded beyond its limit")
	}
	if plain, err := Decode(coding, x.Response.Body, 1<<20); err != nil || len(plain) != 1<<20 {
		t.Errorf("%d bytes, error %v", len(plain), err)
	}
}
