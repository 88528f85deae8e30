package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
)

func TestExchangesOfHTTP2(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Proto", r.Proto)
		w.Header().Set("X-Key", r.Header.Get("Idempotency-Key"))
		w.Header().Set("Trailer", "X-Sum")
		w.WriteHeader(http.StatusCreated)
		w.Write(body)
		w.Header().Set("X-Sum", fmt.Sprint(len(body)))
	}, func(t *testing.T, d *Dialer, o Origin) {
		c := open(t, d, o)
		for i := range 3 {
			x := c.Exchange(within(t, 10*time.Second), post(fmt.Sprint("body ", i)), idem.Fault{})
			if x.Err != nil || x.Mismatch() != nil {
				t.Fatalf("exchange %d: %v, %v", i, x.Err, x.Mismatch())
			}
			r := x.Response
			proto, _ := r.Lookup("x-proto")
			key, _ := r.Lookup("x-key")
			if r.Status != 201 || r.Proto != "HTTP/2.0" || proto != "HTTP/2.0" || key != "k1" || string(r.Body) != fmt.Sprint("body ", i) {
				t.Errorf("exchange %d: response %+v", i, r)
			}
			if diff := cmp.Diff([]idem.Field{{Name: "x-sum", Value: "6"}}, r.Trailer); diff != "" {
				t.Errorf("exchange %d: trailer (-want +got):\n%s", i, diff)
			}
			if x.Wire.Conn != 1 || x.Wire.Reused != (i > 0) || x.Wire.Writes != 1 || x.Wire.BytesOut != x.Planned || x.Wire.BytesIn == 0 {
				t.Errorf("exchange %d: wire %+v of %d bytes", i, x.Wire, x.Planned)
			}
			ts := x.Times
			if (ts.Dialed == 0) != (i > 0) || ts.Start >= ts.Wrote || ts.Wrote >= ts.First || ts.First > ts.Done {
				t.Errorf("exchange %d: times %+v", i, ts)
			}
		}
		if p := c.Opened().Protocol; p != HTTP2 {
			t.Errorf("spoke %s", p)
		}
		once := d.Once(within(t, 10*time.Second), o, post("once"), idem.Fault{})
		if once.Err != nil || once.Wire.Conn != 2 || once.Wire.Extra != 0 {
			t.Errorf("once %+v", once)
		}
	})
}

func TestFieldsOfHTTP2KeepTheirOrder(t *testing.T) {
	seen := make(chan []idem.Field, 1)
	o := serve2(t, func(p *peer) {
		id, fields, _, err := p.take()
		if err != nil {
			t.Error(err)
		}
		seen <- fields
		p.head(id, true, ":status", "200", "x-b", "2", "x-a", "1", "x-b", "3", "content-length", "0")
		p.wait()
	})
	r := Request{Method: "PATCH", Target: "/a?b=c", Body: []byte("{}"), Header: []idem.Field{
		{Name: "X-B", Value: "2"}, {Name: "Host", Value: "other.example.com"}, {Name: "Idempotency-Key", Value: `"k"`}, {Name: "x-b", Value: "1"},
	}}
	x := fresh2().Once(within(t, 10*time.Second), o, r, idem.Fault{})
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	said := append([]idem.Field{{Name: ":method", Value: "PATCH"}, {Name: ":scheme", Value: "http"}}, x.Sent.Header[0],
		idem.Field{Name: ":path", Value: "/a?b=c"})
	said = append(said, x.Sent.Header[1:]...)
	if diff := cmp.Diff(said, <-seen); diff != "" {
		t.Errorf("message against fields that arrived (-said +got):\n%s", diff)
	}
	want := []idem.Field{
		{Name: ":authority", Value: "other.example.com"},
		{Name: "x-b", Value: "2"},
		{Name: "idempotency-key", Value: `"k"`},
		{Name: "x-b", Value: "1"},
		{Name: "content-length", Value: "2"},
	}
	if diff := cmp.Diff(want, x.Sent.Header); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
	got := []idem.Field{{Name: "x-b", Value: "2"}, {Name: "x-a", Value: "1"}, {Name: "x-b", Value: "3"}, {Name: "content-length", Value: "0"}}
	if diff := cmp.Diff(got, x.Response.Header); diff != "" {
		t.Errorf("response (-want +got):\n%s", diff)
	}
}

func TestTheSameRequestHasTheSameBytesOnAnyConnection(t *testing.T) {
	o := serve2(t, answers2)
	d := fresh2()
	c := open(t, d, o)
	for range 3 {
		x := c.Exchange(within(t, 10*time.Second), post("{}"), idem.Fault{})
		once := d.Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{})
		if x.Err != nil || x.Planned != once.Planned {
			t.Errorf("%d bytes on a used connection and %d on a new one, error %v", x.Planned, once.Planned, x.Err)
		}
	}
}

func TestBigBodiesObeyTheWindows(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(w, r.Body)
	}, func(t *testing.T, d *Dialer, o Origin) {
		d.Limits.Body = 16 << 20
		c := open(t, d, o)
		for _, size := range []int{1 << 16, 3<<20 + 1} {
			body := bytes.Repeat([]byte("0123456789"), size/10+1)
			x := c.Exchange(within(t, 30*time.Second), post(string(body)), idem.Fault{})
			if x.Err != nil || !bytes.Equal(x.Response.Body, body) || x.Mismatch() != nil || x.Wire.BytesOut != x.Planned {
				t.Fatalf("size %d: error %v, mismatch %v, %d of %d bytes out", len(body), x.Err, x.Mismatch(), x.Wire.BytesOut, x.Planned)
			}
		}
	})
}

func TestATinyWindowIsObeyed(t *testing.T) {
	o := serve2(t, func(p *peer) {
		var got []byte
		for {
			f, err := p.ReadFrame()
			if err != nil {
				return
			}
			data, ok := f.(*http2.DataFrame)
			if !ok {
				continue
			}
			if len(data.Data()) > 7 {
				t.Errorf("%d bytes came through a window of 7", len(data.Data()))
			}
			got = append(got, data.Data()...)
			if data.StreamEnded() {
				p.head(1, false, ":status", "200")
				p.WriteData(1, true, got)
				return
			}
			p.WriteWindowUpdate(1, 7)
		}
	}, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 7})
	body := strings.Repeat("abcdefghi", 20)
	x := fresh2().Once(within(t, 10*time.Second), o, post(body), idem.Fault{})
	if x.Err != nil || string(x.Response.Body) != body || x.Wire.BytesOut != x.Planned || x.Times.Wrote == 0 {
		t.Errorf("result %+v", x)
	}
}

func TestALongHeadGoesOn(t *testing.T) {
	long := strings.Repeat("0123456789", 4000)
	o := serve2(t, func(p *peer) {
		id, fields, _, err := p.take()
		if err != nil {
			t.Error(err)
		}
		block := p.coded(":status", "200", "x-long", fields[len(fields)-2].Value)
		p.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block[:9], EndStream: true})
		for block = block[9:]; len(block) > 9000; block = block[9000:] {
			p.WriteContinuation(id, false, block[:9000])
		}
		p.WriteContinuation(id, true, block)
		p.wait()
	})
	r := post("{}")
	r.Header = append(r.Header, idem.Field{Name: "X-Long", Value: long})
	x := fresh2().Once(within(t, 10*time.Second), o, r, idem.Fault{})
	if x.Err != nil || x.Wire.BytesOut != x.Planned {
		t.Fatalf("error %v, %d of %d bytes out", x.Err, x.Wire.BytesOut, x.Planned)
	}
	if v, _ := x.Response.Lookup("x-long"); v != long {
		t.Errorf("%d bytes of the long field came back", len(v))
	}
}

func TestAnswersWithoutABody(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "5")
		if r.Method == "HEAD" {
			return
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(http.StatusProcessing)
		w.WriteHeader(http.StatusNoContent)
	}, func(t *testing.T, d *Dialer, o Origin) {
		c := open(t, d, o)
		for method, want := range map[string]int{"HEAD": 200, "DELETE": 204} {
			x := c.Exchange(within(t, 10*time.Second), Request{Method: method, Target: "/"}, idem.Fault{})
			if x.Err != nil || x.Response.Status != want || len(x.Response.Body) > 0 || (x.Wire.Interim == 1) != (want == 204) {
				t.Errorf("%s: %+v", method, x)
			}
		}
	})
}

func TestAnEarlyAnswerOfHTTP2IsKept(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
	}, func(t *testing.T, d *Dialer, o Origin) {
		x := d.Once(within(t, 10*time.Second), o, post(string(make([]byte, 8<<20))), idem.Fault{})
		if x.Response == nil || x.Response.Status != 413 || x.Wire.BytesOut >= x.Planned || x.Mismatch() == nil {
			t.Errorf("response %+v, error %v, %d of %d bytes out", x.Response, x.Err, x.Wire.BytesOut, x.Planned)
		}
	})
}

func TestOneExchangeOfHTTP2AtATime(t *testing.T) {
	leavesNothing(t)
	arrived, answer := make(chan bool), make(chan bool)
	o := serve2(t, func(p *peer) {
		id, _, _, _ := p.take()
		arrived <- true
		<-answer
		p.head(id, true, ":status", "201")
		p.wait()
	})
	c := open(t, fresh2(), o)
	first := make(chan Result)
	go func() { first <- c.Exchange(within(t, 10*time.Second), post("1"), idem.Fault{}) }()
	<-arrived
	if second := c.Exchange(within(t, 10*time.Second), post("2"), idem.Fault{}); !errors.Is(second.Err, errBusy) || second.Wire.BytesOut != 0 {
		t.Errorf("second %+v", second)
	}
	close(answer)
	if x := <-first; x.Err != nil || x.Response.Status != 201 {
		t.Errorf("first %+v", x)
	}
}

func TestWhatHTTP2CannotCarryIsRefused(t *testing.T) {
	for want, fields := range map[string][]idem.Field{
		"Connection belongs to a connection": {{Name: "Connection", Value: "close"}},
		"TE may only be trailers":            {{Name: "TE", Value: "gzip"}},
		"Host stands 2 times":                {{Name: "Host", Value: "a"}, {Name: "host", Value: "b"}},
	} {
		x := fresh2().Once(within(t, 10*time.Second), Origin{"http", "127.0.0.1", "1"}, Request{Method: "GET", Target: "/", Header: fields}, idem.Fault{})
		var e *Error
		if !errors.As(x.Err, &e) || e.Stage != Preparing {
			t.Fatalf("result %+v", x)
		}
		mustContain(t, e.Error(), want)
	}
}
