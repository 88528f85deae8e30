//go:build unix

package wire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestAHalfClosedConnectionIsStillAnswered(t *testing.T) {
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		for _, when := range []idem.Moment{idem.AfterRequest, idem.DuringRequest} {
			seen := make(chan taken, 1)
			d, o := serve(func(c net.Conn, br *bufio.Reader) {
				raw, err := io.ReadAll(br)
				seen <- taken{string(raw), err}
				io.WriteString(c, created)
			})
			f := idem.Fault{When: when, How: idem.HalfClose}
			if when == idem.DuringRequest {
				f.After = -1
			}
			c := open(t, d, o)
			x := c.Exchange(within(t, 10*time.Second), post("{}"), f)
			if got := <-seen; got.err != nil || int64(len(got.bytes)) != x.Wire.BytesOut {
				t.Errorf("%d bytes arrived of %d that left, error %v", len(got.bytes), x.Wire.BytesOut, got.err)
			}
			if x.Err != nil || x.Response.Status != 201 || !x.Cut.Consumed || c.Usable() == nil {
				t.Errorf("result %+v, usable %v", x, c.Usable())
			}
			mustContain(t, x.Cut.What, "closed by half after")
		}
	})
}

func TestAStallHoldsTheConnection(t *testing.T) {
	const long = 60 * time.Millisecond
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		for name, f := range map[string]idem.Fault{
			"in the request":    {When: idem.DuringRequest, After: -1},
			"after the request": {When: idem.AfterRequest},
			"in the answer":     {When: idem.DuringAnswer, After: 5},
		} {
			for _, f.Reset = range []bool{false, true} {
				f.How, f.For = idem.Stall, long
				held := make(chan time.Duration, 1)
				d, o := serve(func(c net.Conn, br *bufio.Reader) {
					br.Peek(1)
					start := time.Now()
					if f.When != idem.DuringRequest {
						readRequest(br)
						io.WriteString(c, created)
					}
					io.Copy(io.Discard, br)
					held <- time.Since(start)
				})
				x := d.Once(within(t, 10*time.Second), o, post("{}"), f)
				if got := <-held; got < long-10*time.Millisecond {
					t.Errorf("%s, reset %t: held for %s", name, f.Reset, got)
				}
				if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || x.Response != nil {
					t.Errorf("%s, reset %t: %+v", name, f.Reset, x)
				}
				mustContain(t, x.Cut.What, "stalled for 60ms and ")
			}
		}
	})
}

// TestATargetMayTireOfAStall has one that ends a request that does not go on.
func TestATargetMayTireOfAStall(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		br.Peek(1)
		time.Sleep(10 * time.Millisecond)
		io.WriteString(c, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	})
	x := fresh().Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.DuringRequest, After: -1, How: idem.Stall, For: 100 * time.Millisecond})
	if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed {
		t.Errorf("result %+v", x)
	}
	mustContain(t, x.Cut.What, "the target had ended the connection meanwhile")
}

func TestAStallEndsWithItsContext(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(_ net.Conn, br *bufio.Reader) { io.Copy(io.Discard, br) })
	start := time.Now()
	x := fresh().Once(within(t, 50*time.Millisecond), o, post("{}"), idem.Fault{When: idem.AfterRequest, How: idem.Stall, For: time.Hour})
	if x.Cut.Consumed || time.Since(start) > 5*time.Second {
		t.Errorf("result %+v after %s", x, time.Since(start))
	}
	mustContain(t, x.Cut.What, "the time was over")
}

func TestAClientThatGivesUp(t *testing.T) {
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		for _, some := range []string{"", created[:10]} {
			ended := make(chan error, 1)
			d, o := serve(func(c net.Conn, br *bufio.Reader) {
				readRequest(br)
				io.WriteString(c, some)
				_, err := br.ReadByte()
				ended <- err
			})
			x := d.Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.AfterRequest, How: idem.GiveUp, For: 40 * time.Millisecond})
			<-ended
			if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || x.Response != nil || x.Wire.BytesOut != x.Planned || x.Times.Done-x.Times.Wrote < 40*time.Millisecond {
				t.Errorf("result %+v", x)
			}
			mustContain(t, x.Cut.What, "given up in 40ms and closed after the whole request")
		}
		d, o := serve(answers(created))
		x := d.Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.AfterRequest, How: idem.GiveUp, For: 5 * time.Second})
		if x.Err != nil || x.Response.Status != 201 || x.Cut.Consumed {
			t.Errorf("result %+v", x)
		}
		mustContain(t, x.Cut.What, "not given up")
	})
}

func TestASlowUpload(t *testing.T) {
	const long = 100 * time.Millisecond
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		took := make(chan time.Duration, 1)
		d, o := serve(func(c net.Conn, br *bufio.Reader) {
			br.Peek(1)
			start := time.Now()
			_, body, _ := readRequest(br)
			took <- time.Since(start)
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		})
		body := strings.Repeat("slow", 100)
		x := d.Once(within(t, 10*time.Second), o, post(body), idem.Fault{When: idem.DuringRequest, After: -300, How: idem.Trickle, For: long})
		if got := <-took; got < long-20*time.Millisecond {
			t.Errorf("the target had it after %s", got)
		}
		if x.Err != nil || string(x.Response.Body) != body || !x.Cut.Consumed || x.Mismatch() != nil || x.Wire.BytesOut != x.Planned {
			t.Errorf("result %+v", x)
		}
		mustContain(t, x.Cut.What, "the last 300 of the")
	})
}

func TestASlowUploadThatIsNotAwaited(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		br.Peek(1)
		io.WriteString(c, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
		io.Copy(io.Discard, br)
	})
	x := fresh().Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.DuringRequest, After: 10, How: idem.Trickle, For: time.Second})
	if x.Response == nil || x.Response.Status != 408 || x.Cut.Consumed || x.Wire.BytesOut >= x.Planned {
		t.Errorf("result %+v", x)
	}
	mustContain(t, x.Cut.What, "not slow to the end")
}

func TestMannersThatCannotBeAreRefused(t *testing.T) {
	o := serve(t, answers(created))
	for want, f := range map[string]idem.Fault{
		`"half-close" cannot be at the moment 3`: {When: idem.DuringAnswer, How: idem.HalfClose},
		`"give-up" cannot be at the moment 1`:    {When: idem.DuringRequest, How: idem.GiveUp, For: 1},
		`"trickle" cannot be at the moment 2`:    {When: idem.AfterRequest, How: idem.Trickle, For: 1},
		`"stall" needs a time`:                   {When: idem.AfterRequest, How: idem.Stall},
		`the manner "sulk"`:                      {When: idem.AfterRequest, How: "sulk"},
	} {
		x := fresh().Once(within(t, 10*time.Second), o, post("{}"), f)
		var e *Error
		if !errors.As(x.Err, &e) || e.Stage != Preparing || x.Wire.BytesOut != 0 {
			t.Fatalf("result %+v", x)
		}
		mustContain(t, e.Error(), want)
	}
}

func TestHTTP1TakesARequestBackWithItsConnection(t *testing.T) {
	seen := make(chan taken, 1)
	o := serve(t, taker(seen, nil))
	x := fresh().Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.AfterRequest, How: idem.Cancel})
	if got := <-seen; got.err != nil || int64(len(got.bytes)) != x.Planned {
		t.Errorf("%d bytes arrived, error %v", len(got.bytes), got.err)
	}
	if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || errors.Is(x.Err, context.Canceled) {
		t.Errorf("result %+v", x)
	}
	mustContain(t, x.Cut.What, "closed after the whole request")
}
