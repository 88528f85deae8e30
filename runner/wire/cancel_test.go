package wire

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestNothingIsSentAfterACancel(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			leavesNothing(t)
			arrived, ended := make(chan bool, 1), make(chan error, 1)
			script := func(c net.Conn, br *bufio.Reader) {
				readRequest(br)
				arrived <- true
				_, err := br.ReadByte()
				ended <- err
			}
			d, o := fresh(), Origin{}
			if scheme == "http" {
				o = serve(t, script)
			} else {
				d, o = newAuthority(t).serve(nil, script)
			}
			c := open(t, d, o)
			opening := c.Traffic()
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan Result)
			go func() { done <- c.Exchange(ctx, post("1"), idem.Fault{}) }()
			<-arrived
			cancel()
			x := <-done
			if !errors.Is(x.Err, context.Canceled) || x.Response != nil || x.Wire.BytesOut != x.Planned {
				t.Errorf("result %+v", x)
			}
			// Under TLS even the notice of the end would be something that was sent.
			if err := <-ended; !errors.Is(err, io.EOF) || c.Traffic().since(opening) != x.Socket {
				t.Errorf("the target read %v after the cancel; traffic %+v", err, c.Traffic())
			}
			if again := c.Exchange(context.Background(), post("2"), idem.Fault{}); again.Err == nil || again.Wire.BytesOut != 0 {
				t.Errorf("a second exchange: %+v", again)
			}
		})
	}
}

func TestACancelledContextSendsNothing(t *testing.T) {
	leavesNothing(t)
	var connected atomic.Int64
	o := serve(t, func(c net.Conn, br *bufio.Reader) {
		connected.Add(1)
		answers(created)(c, br)
	})
	c := open(t, fresh(), o)
	ctx, cancel := context.WithCancelCause(context.Background())
	stopped := errors.New("the run was stopped")
	cancel(stopped)
	if x := c.Exchange(ctx, post(""), idem.Fault{}); !errors.Is(x.Err, stopped) || x.Wire.BytesOut != 0 {
		t.Errorf("exchange %+v", x)
	}
	if x := fresh().Once(ctx, o, post(""), idem.Fault{}); !errors.Is(x.Err, stopped) || x.Wire.BytesOut != 0 {
		t.Errorf("once %+v", x)
	}
	results, err := Burst(ctx, []Shot{{c, post("")}}, LastByte)
	if !errors.Is(err, ErrNotReleased) || !errors.Is(err, stopped) || results[0].Wire.BytesOut != 0 {
		t.Errorf("burst %+v, error %v", results, err)
	}
	if x := c.Exchange(within(t, 10*time.Second), post(""), idem.Fault{}); x.Err != nil {
		t.Errorf("the connection does not work any more, though it was not touched: %v", x.Err)
	}
	if _, err := fresh().OpenAll(ctx, o, 3); !errors.Is(err, stopped) {
		t.Errorf("OpenAll: error %v", err)
	}
	if n := connected.Load(); n != 1 {
		t.Errorf("%d connections were opened", n)
	}
}

func TestACancelEndsAWriteThatNobodyReads(t *testing.T) {
	leavesNothing(t)
	o := serve(t, func(net.Conn, *bufio.Reader) { <-t.Context().Done() })
	c := open(t, fresh(), o)
	big := post(string(make([]byte, 32<<20)))
	x := c.Exchange(within(t, 100*time.Millisecond), big, idem.Fault{})
	var e *Error
	if !errors.As(x.Err, &e) || e.Stage != Writing || !errors.Is(x.Err, context.DeadlineExceeded) || x.Wire.BytesOut >= x.Planned {
		t.Errorf("error %v, %d of %d bytes out", x.Err, x.Wire.BytesOut, x.Planned)
	}
}
