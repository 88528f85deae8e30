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
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A taken is what a target saw of one connection: all bytes that it could read,
// and how the reading ended.
type taken struct {
	bytes string
	err   error
}

// taker reads all that comes, answering when it likes to, and tells it.
func taker(seen chan<- taken, answer func(c net.Conn, br *bufio.Reader) error) func(net.Conn, *bufio.Reader) {
	return func(c net.Conn, br *bufio.Reader) {
		var raw strings.Builder
		br = bufio.NewReader(io.TeeReader(br, &raw))
		var err error
		if answer != nil {
			err = answer(c, br)
		}
		if err == nil {
			_, err = io.Copy(io.Discard, br)
		}
		seen <- taken{raw.String(), err}
	}
}

// bothWays runs a test on a target without and with TLS.
func bothWays(t *testing.T, test func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin))) {
	t.Run("http", func(t *testing.T) {
		leavesNothing(t)
		test(t, func(script func(net.Conn, *bufio.Reader)) (*Dialer, Origin) { return fresh(), serve(t, script) })
	})
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		t.Run(tls.VersionName(version), func(t *testing.T) {
			leavesNothing(t)
			test(t, func(script func(net.Conn, *bufio.Reader)) (*Dialer, Origin) {
				return newAuthority(t).serve(&tls.Config{MaxVersion: version}, script)
			})
		})
	}
}

func TestCutsInTheRequest(t *testing.T) {
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		for _, reset := range []bool{false, true} {
			for _, after := range []int{0, 1, 40, -1, -5} {
				t.Run(fmt.Sprintf("after %d, reset %t", after, reset), func(t *testing.T) {
					seen := make(chan taken, 1)
					d, o := serve(taker(seen, nil))
					x := d.Once(within(t, 10*time.Second), o, post(`{"amount":1}`), idem.Fault{When: idem.DuringRequest, After: after, Reset: reset})
					whole, _ := encode(x.Sent, "/v1/charges")
					n := after
					if n < 0 {
						n += len(whole)
					}
					got := <-seen
					if got.bytes != string(whole[:n]) {
						t.Errorf("%q arrived, want %q", got.bytes, whole[:n])
					}
					if wasReset := got.err != nil && strings.Contains(got.err.Error(), "reset"); wasReset != reset {
						t.Errorf("the target's reading ended in %v", got.err)
					}
					if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || x.Response != nil || x.Wire.BytesOut != int64(n) || x.Times.Wrote != 0 {
						t.Errorf("result %+v", x)
					}
					mustContain(t, x.Cut.What, fmt.Sprintf("after %d of the %d bytes of the request", n, len(whole)))
				})
			}
		}
	})
}

// TestTheWholeRequestArrivesBeforeTheCut has the trap in it that a close is a
// reset, and takes back what was not read yet, if something unread has arrived:
// here a 1xx answer, and under TLS 1.3 the server's tickets.
func TestTheWholeRequestArrivesBeforeTheCut(t *testing.T) {
	for name, size := range map[string]int{"a small body": 20, "a body over what the buffers hold": 12 << 20} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
				for _, reset := range []bool{false, true} {
					bodies := make(chan int, 1)
					d, o := serve(func(c net.Conn, br *bufio.Reader) {
						br.Peek(1)
						io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
						time.Sleep(5 * time.Millisecond)
						_, body, err := readRequest(br)
						if err != nil {
							t.Errorf("reset %t: the request did not arrive whole: %v", reset, err)
						}
						bodies <- len(body)
					})
					if strings.HasSuffix(t.Name(), "http") {
						d.Dial = dialPatient // so that the 1xx answer is there, and unread, when the connection is cut
					}
					x := d.Once(within(t, 20*time.Second), o, post(strings.Repeat("x", size)), idem.Fault{When: idem.AfterRequest, Reset: reset})
					if got := <-bodies; got != size {
						t.Errorf("reset %t: %d of %d bytes of body arrived", reset, got, size)
					}
					if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || x.Response != nil || x.Wire.BytesOut != x.Planned || x.Times.Wrote == 0 {
						x.Sent.Body = nil
						t.Errorf("reset %t: result %+v", reset, x)
					}
					mustContain(t, x.Cut.What, fmt.Sprintf("after the whole request of %d bytes", x.Planned))
				}
			})
		})
	}
}

func TestCutsInTheAnswer(t *testing.T) {
	raw := "HTTP/1.1 201 Created\r\nContent-Length: 2000\r\n\r\n" + strings.Repeat("b", 2000)
	bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
		for _, reset := range []bool{false, true} {
			for after, n := range map[int]int{0: 1, 1: 1, 50: 50, 100: 100, -1: len(raw) - 1, -2000: len(raw) - 2000} {
				t.Run(fmt.Sprintf("after %d, reset %t", after, reset), func(t *testing.T) {
					seen := make(chan taken, 1)
					d, o := serve(taker(seen, func(c net.Conn, br *bufio.Reader) error {
						readRequest(br)
						_, err := io.WriteString(c, raw)
						return err
					}))
					x := d.Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.DuringAnswer, After: after, Reset: reset})
					got := <-seen
					if wasReset := got.err != nil && strings.Contains(got.err.Error(), "reset"); wasReset != reset {
						t.Errorf("the target's reading ended in %v", got.err)
					}
					if !errors.Is(x.Err, ErrCut) || !x.Cut.Consumed || x.Response != nil || x.Wire.BytesIn != int64(n) || x.Wire.BytesOut != x.Planned {
						t.Errorf("result %+v", x)
					}
					mustContain(t, x.Cut.What, fmt.Sprintf("after %d bytes of the answer", n))
				})
			}
		}
	})
}

// A patient connection waits after each write until something has arrived.
type patient struct{ *net.TCPConn }

func dialPatient(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return patient{c.(*net.TCPConn)}, nil
}

func (p patient) Write(b []byte) (int, error) {
	n, err := p.TCPConn.Write(b)
	if err == nil {
		raw, failed := p.SyscallConn()
		if failed != nil {
			return n, failed
		}
		err = raw.Read(func(fd uintptr) bool {
			_, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK)
			return err != syscall.EAGAIN
		})
	}
	return n, err
}

func TestFaultsThatAreNotConsumedSaySo(t *testing.T) {
	const early = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
	during := idem.Fault{When: idem.DuringRequest, After: -1}
	for name, tt := range map[string]struct {
		script func(net.Conn, *bufio.Reader)
		fault  idem.Fault
		want   string
		status int // of the answer that came in place; 0 if none did
	}{
		"the answer is shorter than the point":       {answers(created), idem.Fault{When: idem.DuringAnswer, After: 1000}, "not cut", 201},
		"the answer is as long as the point":         {answers(created), idem.Fault{When: idem.DuringAnswer, After: len(created)}, "not cut", 201},
		"the end of the answer cannot be foreseen":   {answers("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), idem.Fault{When: idem.DuringAnswer, After: -1}, "not cut", 200},
		"the point lies before the body":             {answers(created), idem.Fault{When: idem.DuringAnswer, After: -3}, "not cut", 201},
		"the target answers before the request ends": {func(c net.Conn, br *bufio.Reader) { br.ReadByte(); io.WriteString(c, early); io.Copy(io.Discard, br) }, during, "the answer had begun to arrive", 0},
		"the target ends the connection first":       {func(_ net.Conn, br *bufio.Reader) { br.ReadByte() }, during, "the target had ended the connection before", 0},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			o := serve(t, tt.script)
			d := fresh()
			if tt.status == 0 {
				d.Dial = dialPatient
			}
			x := d.Once(within(t, 10*time.Second), o, post("{}"), tt.fault)
			mustContain(t, x.Cut.What, tt.want)
			if x.Cut.Consumed || (x.Response != nil) != (tt.status != 0) || tt.status != 0 && (x.Response.Status != tt.status || x.Err != nil) {
				t.Errorf("result %+v", x)
			}
		})
	}
}

// TestACutOfARequestThatNobodyTakesIsNotConsumed has a target whose host takes
// only a part, so that nobody can say that it has the whole request.
func TestACutOfARequestThatNobodyTakesIsNotConsumed(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(c net.Conn, _ *bufio.Reader) {
		c.(*net.TCPConn).SetReadBuffer(4 << 10)
		<-t.Context().Done()
	})
	big := func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if err == nil {
			err = c.(*net.TCPConn).SetWriteBuffer(4 << 20)
		}
		return c, err
	}
	for _, reset := range []bool{false, true} {
		for want, tt := range map[string]struct{ settle, limit time.Duration }{
			"bytes were not acknowledged":  {20 * time.Millisecond, 10 * time.Second},
			"the time was over before all": {10 * time.Second, 200 * time.Millisecond},
		} {
			d := fresh()
			d.Dial, d.Limits.Settle = big, tt.settle
			c := open(t, d, o)
			r := post(string(make([]byte, 1<<20)))
			x := c.Exchange(within(t, tt.limit), r, idem.Fault{When: idem.AfterRequest, Reset: reset})
			mustContain(t, x.Cut.What, want)
			if x.Cut.Consumed || x.Response != nil || !errors.Is(x.Err, ErrCut) || x.Wire.BytesOut != x.Planned {
				t.Errorf("reset %t: cut %+v, error %v, %d of %d bytes out", reset, x.Cut, x.Err, x.Wire.BytesOut, x.Planned)
			}
		}
	}
}

func TestFaultsThatCannotBeAreRefused(t *testing.T) {
	o := serve(t, answers(created))
	for want, f := range map[string]idem.Fault{
		"cannot strike at byte 5000":     {When: idem.DuringRequest, After: 5000},
		"cannot strike at byte -5000":    {When: idem.DuringRequest, After: -5000},
		"cannot let 3 more bytes pass":   {When: idem.AfterRequest, After: 3},
		"the moment 9 of a fault is not": {When: 9},
	} {
		x := fresh().Once(within(t, 10*time.Second), o, post("{}"), f)
		var e *Error
		if !errors.As(x.Err, &e) || e.Stage != Preparing || x.Wire.BytesOut != 0 {
			t.Fatalf("result %+v", x)
		}
		mustContain(t, e.Error(), want)
	}
}
