//go:build unix

package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

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
		if !errors.Is(x.Err, err) || x.Wire.BytesOut != 0 || x.Response != nil || x.Sent.Method != "POST" {
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
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %#v", err)
	}
	mustContain(t, e.Way, "gate that keeps back the head")
	for i, x := range results {
		if x.Wire.BytesOut != x.Planned-1 || burst[i].Conn.Usable() == nil {
			t.Errorf("result %d: %d of %d bytes out, usable %v", i, x.Wire.BytesOut, x.Planned, burst[i].Conn.Usable())
		}
	}
	if n := whole.Load(); n != 0 {
		t.Errorf("%d requests arrived whole", n)
	}
}
