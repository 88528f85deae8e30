//go:build unix

package wire

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
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

// TestABurstIsWithTheTargetTogether has a target that answers once it has all
// requests. That a burst was together is not always seen, since an answer that
// comes before the harness looks back counts as early; but it must be seen in
// one of a few bursts.
func TestABurstIsWithTheTargetTogether(t *testing.T) {
	const n = 10
	for _, gate := range []Gate{LastByte, HeadGate, Whole} {
		t.Run(gate.String(), func(t *testing.T) {
			bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
				together := false
				for try := 0; try < 20 && !together; try++ {
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
					together = true
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
						together = together && idem.Outstanding(results[0].Exchange(), x.Exchange())
					}
				}
				if !together {
					t.Error("no burst was seen to be with the target together")
				}
			})
		})
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
			if x.Wire.Reused != (i > 1) || (x.Times.Dialed == 0) != (i > 1) {
				t.Errorf("result %d: reused %t, dialled at %s", i, x.Wire.Reused, x.Times.Dialed)
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

// TestAnAnswerBeforeTheLastReleaseIsEarly has one of two threads of a release
// held up until the request of the other is answered.
func TestAnAnswerBeforeTheLastReleaseIsEarly(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for late := range 2 {
		answered := make(chan bool)
		o := serve(t, func(c net.Conn, br *bufio.Reader) {
			_, body, err := readRequest(br)
			if err != nil {
				return
			}
			io.WriteString(c, created)
			if string(body) != fmt.Sprint(late) {
				time.Sleep(5 * time.Millisecond)
				close(answered)
			}
		})
		opened := 0
		d := fresh()
		d.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := new(net.Dialer).DialContext(ctx, network, address)
			if opened++; opened == late+1 {
				return &bareConn{Conn: c, may: answered}, err
			}
			return c, err
		}
		first, second := open(t, d, o), open(t, d, o)
		results, err := Burst(within(t, 10*time.Second), []Shot{{first, post("0")}, {second, post("1")}}, LastByte)
		if err != nil || results[0].Err != nil || results[1].Err != nil {
			t.Fatalf("error %v, results %+v", err, results)
		}
		if !results[1-late].Early || results[late].Early {
			t.Errorf("request %d was late, and early were: %t and %t", late, results[0].Early, results[1].Early)
		}
		if idem.Outstanding(results[0].Exchange(), results[1].Exchange()) {
			t.Errorf("request %d was late, and both count as with the target together", late)
		}
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
