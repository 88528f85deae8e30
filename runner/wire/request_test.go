package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

func TestRequestsAreWrittenByteForByte(t *testing.T) {
	for name, tt := range map[string]struct {
		request Request
		want    string
	}{
		"a GET has no length": {
			Request{Method: "GET", Target: "/v1/charges?limit=1"},
			"GET /v1/charges?limit=1 HTTP/1.1\r\nHost: example.com:8080\r\n\r\n",
		},
		"a POST without a body says so": {
			Request{Method: "POST", Target: "/"},
			"POST / HTTP/1.1\r\nHost: example.com:8080\r\nContent-Length: 0\r\n\r\n",
		},
		"a DELETE with a body has a length": {
			Request{Method: "DELETE", Target: "/", Body: []byte("x")},
			"DELETE / HTTP/1.1\r\nHost: example.com:8080\r\nContent-Length: 1\r\n\r\nx",
		},
		"order, case, spaces and repeats of fields are kept": {
			Request{Method: "POST", Target: "/", Header: []idem.Field{
				{Name: "idempotency-KEY", Value: `"a"`},
				{Name: "X-B", Value: " padded "},
				{Name: "Idempotency-Key", Value: ""},
				{Name: "x-a", Value: "caf\u00e9"},
			}, Body: []byte("{}")},
			"POST / HTTP/1.1\r\nHost: example.com:8080\r\nidempotency-KEY: \"a\"\r\nX-B:  padded \r\n" +
				"Idempotency-Key: \r\nx-a: caf\u00e9\r\nContent-Length: 2\r\n\r\n{}",
		},
		"a given host and length stand where they are given": {
			Request{Method: "POST", Target: "/", Header: []idem.Field{
				{Name: "content-length", Value: "2"}, {Name: "host", Value: "other"},
			}, Body: []byte("{}")},
			"POST / HTTP/1.1\r\ncontent-length: 2\r\nhost: other\r\n\r\n{}",
		},
		"a body may hold any byte": {
			Request{Method: "PUT", Target: "/", Body: []byte("\r\n\x00\xff")},
			"PUT / HTTP/1.1\r\nHost: example.com:8080\r\nContent-Length: 4\r\n\r\n\r\n\x00\xff",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := tt.request.Message(Origin{"http", "example.com", "8080"})
			whole, head := encode(m, tt.request.Target)
			if diff := cmp.Diff(tt.want, string(whole)); diff != "" {
				t.Errorf("bytes (-want +got):\n%s", diff)
			}
			if got := string(whole[head:]); got != string(tt.request.Body) {
				t.Errorf("body after the head = %q", got)
			}
			if err := tt.request.problem(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTheMessageIsWhatArrives(t *testing.T) {
	arrived := make(chan string, 1)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		var raw strings.Builder
		if _, _, err := readRequest(bufio.NewReader(io.TeeReader(br, &raw))); err != nil {
			t.Error(err)
		}
		arrived <- raw.String()
		io.WriteString(c, created)
	})
	x := fresh().Once(within(t, 10*time.Second), o, post(`{"amount":1}`), idem.Fault{})
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	got := <-arrived
	var b strings.Builder
	b.WriteString("POST /v1/charges HTTP/1.1\r\n")
	for _, f := range x.Sent.Header {
		b.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	b.WriteString("\r\n" + string(x.Sent.Body))
	if diff := cmp.Diff(b.String(), got); diff != "" {
		t.Errorf("message against bytes that arrived (-said +got):\n%s", diff)
	}
	if x.Sent.URL != o.String()+"/v1/charges" || x.Sent.Method != "POST" || x.Sent.Proto != "HTTP/1.1" {
		t.Errorf("message = %+v", x.Sent)
	}
	if n := int64(len(got)); x.Planned != n || x.Wire.BytesOut != n || x.Socket.Out != n || x.Wire.Writes != 1 {
		t.Errorf("planned %d, out %d, socket %+v, writes %d; %d arrived", x.Planned, x.Wire.BytesOut, x.Socket, x.Wire.Writes, n)
	}
}

func TestWhatCannotBeSentIsRefusedBeforeAnythingIs(t *testing.T) {
	var connected atomic.Int32
	o := serve(t, func(net.Conn, *bufio.Reader) { connected.Add(1) })
	field := func(name, value string) Request {
		return Request{Method: "POST", Target: "/", Header: []idem.Field{{Name: "A", Value: "b"}, {Name: name, Value: value}}}
	}
	for want, r := range map[string]Request{
		"carriage return at byte 4":         field("Idempotency-Key", "k1\x20\r\nX-Admin: 1"),
		"line feed at byte 3":               field("Idempotency-Key", "k1\nX-Admin: 1"),
		"NUL at byte 1":                     field("Idempotency-Key", "\x00"),
		`"X-A: 1\r\nX-B" of header field 2`: field("X-A: 1\r\nX-B", ""),
		`"" of header field 2`:              field("", "v"),
		`"a b" of header field 2`:           field("a b", "v"),
		`method "GET /x"`:                   {Method: "GET /x", Target: "/"},
		`method "" is no token`:             {Target: "/"},
		"CONNECT":                           {Method: "CONNECT", Target: "/"},
		"request-target is empty":           {Method: "GET"},
		"the byte 0x20 at 3":                {Method: "GET", Target: "/a b"},
		"the byte 0x0d at 2":                {Method: "GET", Target: "/\r\nX: y"},
		"the byte 0xc3 at 2":                {Method: "GET", Target: "/\u00e9"},
		"Content-Length does not":           field("Content-Length", "7"),
		"Transfer-Encoding changes":         field("Transfer-Encoding", "chunked"),
		"Upgrade changes":                   field("Upgrade", "h2c"),
	} {
		t.Run(want, func(t *testing.T) {
			x := fresh().Once(within(t, 10*time.Second), o, r, idem.Fault{})
			var e *Error
			if !errors.As(x.Err, &e) || e.Stage != Preparing {
				t.Fatalf("error %#v", x.Err)
			}
			mustContain(t, e.Error(), want)
			if x.Response != nil || x.Wire.BytesOut != 0 {
				t.Errorf("result %+v", x)
			}
		})
	}
	if n := connected.Load(); n != 0 {
		t.Errorf("%d connections were opened", n)
	}
}

func TestErrorsNameNoSecretValue(t *testing.T) {
	r := Request{Method: "POST", Target: "/", Header: []idem.Field{{Name: "Authorization", Value: "Bearer hunter2\n"}}}
	if err := r.problem(); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("error %v", err)
	}
}
