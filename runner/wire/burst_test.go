package wire

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// echo answers each request with its own body.
func echo(c net.Conn, br *bufio.Reader) {
	for {
		_, body, err := readRequest(br)
		if err != nil {
			return
		}
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
}

// shots makes n requests with the bodies "0", "1" and so on, each on a
// connection of its own.
func shots(t testing.TB, d *Dialer, o Origin, n int) []Shot {
	t.Helper()
	conns, err := d.OpenAll(within(t, 10*time.Second), o, n)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]Shot, n)
	for i, c := range conns {
		t.Cleanup(func() { c.Close() })
		all[i] = Shot{c, post(fmt.Sprint(i))}
	}
	return all
}

func TestABurstIsWithTheTargetTogether(t *testing.T) {
	const n = 10
	for _, gate := range []Gate{LastByte, HeadGate, Whole} {
		t.Run(gate.String(), func(t *testing.T) {
			bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
				var all sync.WaitGroup
				all.Add(n)
				d, o := serve(func(c net.Conn, br *bufio.Reader) {
					_, body, err := readRequest(br)
					if err != nil {
						return
					}
					all.Done()
					all.Wait()
					fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
				})
				results, err := Burst(within(t, 10*time.Second), shots(t, d, o, n), gate)
				if err != nil {
					t.Fatal(err)
				}
				writes := 2
				if gate == Whole {
					writes = 1
				}
				for i, x := range results {
					if x.Err != nil || string(x.Response.Body) != fmt.Sprint(i) || x.Wire.Conn != i+1 {
						t.Fatalf("result %d: %+v", i, x)
					}
					if x.Mismatch() != nil || x.Wire.BytesOut != x.Planned || x.Wire.Writes != writes {
						t.Errorf("result %d: wire %+v of %d bytes", i, x.Wire, x.Planned)
					}
					if ts := x.Times; ts.Dialed > ts.Start || ts.Start >= ts.Wrote || ts.Wrote >= ts.First || ts.First > ts.Done {
						t.Errorf("result %d: times %+v", i, ts)
					}
					if !idem.Outstanding(results[0].Exchange(), x.Exchange()) {
						t.Errorf("result %d was not with the target together with the first: %+v and %+v", i, x.Times, results[0].Times)
					}
				}
			})
		})
	}
}

// TestWhatAGateKeepsBack looks at the target after the arming: it has just the
// bytes that go ahead, and under TLS the last record is still here.
func TestWhatAGateKeepsBack(t *testing.T) {
	bodiless := Request{Method: "GET", Target: "/"}
	for name, tt := range map[string]struct {
		gate    Gate
		request Request
		held    string // what must not arrive before the release
	}{
		"the last byte of the body":             {LastByte, post("amount=1"), "1"},
		"the last byte of a bodiless request":   {LastByte, bodiless, "\n"},
		"the last byte of the head, and a body": {HeadGate, post("amount=1"), "\namount=1"},
		"the last byte of a bodiless head":      {HeadGate, bodiless, "\n"},
		"all of it":                             {Whole, bodiless, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
				ahead := make(chan int)
				seen := make(chan taken, 1)
				d, o := serve(func(c net.Conn, br *bufio.Reader) {
					var some []byte
					select {
					case n := <-ahead:
						some = make([]byte, n)
					case <-t.Context().Done():
						return
					}
					_, err := io.ReadFull(br, some)
					seen <- taken{string(some), err}
					_, body, err := readRequest(bufio.NewReader(io.MultiReader(bytes.NewReader(some), br)))
					seen <- taken{string(body), err}
					io.WriteString(c, created)
				})
				c := open(t, d, o)
				results := make([]Result, 1)
				lanes, err := lanesOf([]Shot{{c, tt.request}}, tt.gate, results)
				if err != nil {
					t.Fatal(err)
				}
				whole, _ := encode(results[0].Sent, tt.request.Target)
				early := strings.TrimSuffix(string(whole), tt.held)
				if tt.gate == Whole {
					early = ""
				}
				ctx := within(t, 10*time.Second)
				if _, err = takeAll(ctx, lanes); err == nil {
					err = armAll(ctx, lanes)
				}
				if err != nil {
					t.Fatal(err)
				}
				ahead <- len(early)
				if got := <-seen; got.err != nil || got.bytes != early {
					t.Errorf("%q arrived before the release, %v; want %q", got.bytes, got.err, early)
				}
				out := c.Traffic().Out - lanes[0].before.traffic.Out
				if plain := int64(len(early)); !c.secure() && out != plain || c.secure() && plain > 0 && out <= plain || plain == 0 && out != 0 {
					t.Errorf("%d bytes left for the %d that go ahead", out, plain)
				}
				release(lanes)
				if left := c.Traffic().Out - lanes[0].before.traffic.Out - out; left != int64(len(lanes[0].held)) || left == 0 {
					t.Errorf("%d bytes were released of %d", left, len(lanes[0].held))
				}
				if got := <-seen; got.err != nil || got.bytes != string(tt.request.Body) {
					t.Errorf("after the release the target has %q, %v", got.bytes, got.err)
				}
				lanes[0].finish(ctx)
				c.busy.Store(false)
				if x := results[0]; x.Err != nil || x.Mismatch() != nil {
					t.Errorf("result %+v", x)
				}
			})
		})
	}
}

func TestABurstThatCannotBeArmedSendsNothing(t *testing.T) {
	leavesNothing(t)
	var arrived atomic.Int64
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		if _, err := br.ReadByte(); err == nil {
			arrived.Add(1)
		}
	})
	gone := serve(t, func(net.Conn, *bufio.Reader) {})
	d := fresh()
	burst := shots(t, d, o, 5)
	burst[3].Conn = open(t, d, gone)
	until(t, "the target has gone", func() bool { burst[3].Conn.Unasked(); return burst[3].Conn.Usable() != nil })
	results, err := Burst(within(t, 10*time.Second), burst, LastByte)
	var e *Error
	if !errors.As(err, &e) || e.Stage != Arming || !errors.Is(err, ErrNotReleased) || e.Way == "" {
		t.Fatalf("error %v", err)
	}
	mustContain(t, err.Error(), "the burst was not released: connection 6: the target had ended the connection")
	for i, x := range results {
		if x.Err != err || x.Wire.BytesOut != 0 || x.Response != nil || x.Sent.Method != "POST" {
			t.Errorf("result %d: %+v", i, x)
		}
	}
	burst[0].Conn.Close()
	burst[1].Conn.Close()
	if n := arrived.Load(); n != 0 {
		t.Errorf("%d connections brought bytes", n)
	}
	if x := burst[2].Conn.Exchange(within(t, 10*time.Second), post(""), idem.Fault{}); x.Wire.BytesOut == 0 {
		t.Errorf("an untouched connection does not work any more: %v", x.Err)
	}
}

func TestARequestThatCannotBeSentStopsTheBurst(t *testing.T) {
	o := serve(t, echo)
	burst := shots(t, fresh(), o, 3)
	burst[1].Request.Header = []idem.Field{{Name: "A", Value: "\n"}}
	results, err := Burst(within(t, 10*time.Second), burst, LastByte)
	if !errors.Is(err, ErrNotReleased) || results[2].Err == nil || results[0].Wire.BytesOut != 0 {
		t.Fatalf("results %+v, error %v", results, err)
	}
	mustContain(t, err.Error(), "request 2: the value of header field A has a line feed")
	if _, err := Burst(within(t, 10*time.Second), nil, LastByte); !errors.Is(err, ErrNotReleased) {
		t.Errorf("no requests: error %v", err)
	}
}

func TestAGateThatDoesNotSuitTheTargetIsNotReleased(t *testing.T) {
	leavesNothing(t)
	var whole atomic.Int64
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		r, err := http.ReadRequest(br)
		if err != nil {
			return
		}
		io.WriteString(c, created)
		if _, err := io.ReadAll(r.Body); err == nil {
			whole.Add(1)
		}
	})
	d := fresh()
	d.Dial = dialPatient
	burst := shots(t, d, o, 3)
	results, err := Burst(within(t, 10*time.Second), burst, LastByte)
	if !errors.Is(err, errEager) || !errors.Is(err, ErrNotReleased) {
		t.Fatalf("error %v", err)
	}
	mustContain(t, err.(*Error).Way, "gate that keeps back the head")
	for i, x := range results {
		if x.Wire.BytesOut != x.Planned-1 || burst[i].Conn.Usable() == nil {
			t.Errorf("result %d: %d of %d bytes out, usable %v", i, x.Wire.BytesOut, x.Planned, burst[i].Conn.Usable())
		}
	}
	if n := whole.Load(); n != 0 {
		t.Errorf("%d requests arrived whole", n)
	}
}

func TestAMirroredVolley(t *testing.T) {
	const keys = 10
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		d, o := serve(echo)
		pair := shots(t, d, o, 2)
		var burst []Shot
		for k := range keys {
			for _, s := range pair {
				burst = append(burst, Shot{s.Conn, post(fmt.Sprintf("%d on %d", k, s.Conn.number))})
			}
		}
		results, err := Burst(within(t, 10*time.Second), burst, LastByte)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range results {
			if x.Err != nil || string(x.Response.Body) != fmt.Sprintf("%d on %d", i/2, i%2+1) {
				t.Fatalf("result %d: %+v", i, x)
			}
			if x.Mismatch() != nil || x.Wire.BytesOut != x.Planned || x.Wire.Writes != 2 || x.Times.First == 0 {
				t.Errorf("result %d: wire %+v of %d bytes, times %+v", i, x.Wire, x.Planned, x.Times)
			}
		}
	})
}

func TestAVolleyThatTheTargetBreaksOff(t *testing.T) {
	o := serve(t, answers("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
	o2 := serve(t, func(c net.Conn, br *bufio.Reader) {
		readRequest(br)
		io.WriteString(c, created)
		c.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, br)
	})
	for _, o := range []Origin{o, o2} {
		c := open(t, fresh(), o)
		results, err := Burst(within(t, 10*time.Second), []Shot{{c, post("1")}, {c, post("2")}, {c, post("3")}}, LastByte)
		if err != nil {
			t.Fatal(err)
		}
		if o == o2 && (results[0].Err != nil || results[1].Err == nil || results[2].Err == nil || results[2].Times.Done == 0) {
			t.Errorf("results %+v", results)
		}
		if c.Usable() == nil {
			t.Error("the connection is still called usable")
		}
	}
}

// A bare connection has no descriptor to reach, as one in memory, and holds its
// last write until it may go.
type bareConn struct {
	net.Conn
	may    <-chan bool
	writes atomic.Int64
}

func (b *bareConn) Write(p []byte) (int, error) {
	if b.writes.Add(1) == 2 && b.may != nil {
		<-b.may
	}
	return b.Conn.Write(p)
}

func TestAnAnswerBeforeTheLastReleaseIsEarly(t *testing.T) {
	answered := make(chan bool)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		_, body, err := readRequest(br)
		if err != nil {
			return
		}
		io.WriteString(c, created)
		if string(body) == "0" {
			time.Sleep(5 * time.Millisecond)
			close(answered)
		}
	})
	var opened atomic.Int64
	d := fresh()
	d.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if opened.Add(1) == 2 {
			return &bareConn{Conn: c, may: answered}, err
		}
		return c, err
	}
	first, second := open(t, d, o), open(t, d, o)
	results, err := Burst(within(t, 10*time.Second), []Shot{{first, post("0")}, {second, post("1")}}, LastByte)
	if err != nil || results[0].Err != nil || results[1].Err != nil {
		t.Fatalf("error %v, results %+v", err, results)
	}
	if !results[0].Early || results[1].Early {
		t.Errorf("early: %t and %t", results[0].Early, results[1].Early)
	}
}

func TestABurstOnConnectionsWithoutADescriptor(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		d, o := fresh(), Origin{}
		if scheme == "http" {
			o = serve(t, echo)
		} else {
			d, o = newAuthority(t).serve(&tls.Config{}, echo)
		}
		d.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := new(net.Dialer).DialContext(ctx, network, address)
			return &bareConn{Conn: c}, err
		}
		results, err := Burst(within(t, 10*time.Second), shots(t, d, o, 4), LastByte)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range results {
			if x.Err != nil || string(x.Response.Body) != fmt.Sprint(i) || x.Mismatch() != nil || x.Wire.Writes != 2 {
				t.Errorf("result %d: %+v", i, x)
			}
		}
	}
}

func TestABurstOfBodiesThatNoQueueHolds(t *testing.T) {
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		d, o := serve(func(c net.Conn, br *bufio.Reader) {
			if _, body, err := readRequest(br); err == nil {
				fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nX-Bytes: %d\r\nContent-Length: 0\r\n\r\n", len(body))
			}
		})
		burst := shots(t, d, o, 2)
		for i := range burst {
			burst[i].Request.Body = make([]byte, 8<<20)
		}
		results, err := Burst(within(t, 20*time.Second), burst, HeadGate)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range results {
			if x.Err != nil || x.Mismatch() != nil || x.Times.Wrote == 0 {
				t.Fatalf("result %d: error %v, mismatch %v", i, x.Err, x.Mismatch())
			}
			if n, _ := x.Response.Lookup("x-bytes"); n != fmt.Sprint(8<<20) {
				t.Errorf("result %d: %s bytes of body arrived", i, n)
			}
		}
	})
}

func TestABurstEndsWithItsContext(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		if _, body, err := readRequest(br); err == nil && string(body) == "1" {
			io.WriteString(c, created)
		}
		io.Copy(io.Discard, c)
	})
	results, err := Burst(within(t, 100*time.Millisecond), shots(t, fresh(), o, 4), LastByte)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range results {
		if ended := errors.Is(x.Err, context.DeadlineExceeded); ended == (i == 1) || x.Times.Done == 0 || x.Wire.BytesOut != x.Planned {
			t.Errorf("result %d: error %v, times %+v", i, x.Err, x.Times)
		}
	}
}
