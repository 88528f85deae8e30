package wire

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A dropper answers the first request of each connection, and ends the
// connection without a word once it has read a second one. Many a load balancer
// does so when its idle limit falls together with a request.
type dropper struct {
	arrived atomic.Int64 // requests that arrived whole after the first of their connection, or on a new one
	bytes   atomic.Int64
}

func (d *dropper) script(c net.Conn, br *bufio.Reader) {
	counted := bufio.NewReader(io.TeeReader(br, countTo(&d.bytes)))
	for i := range 2 {
		if _, _, err := readRequest(counted); err != nil {
			return
		}
		d.arrived.Add(1)
		if i == 0 {
			io.WriteString(c, created)
		}
	}
}

type countWriter struct{ n *atomic.Int64 }

func countTo(n *atomic.Int64) io.Writer { return countWriter{n} }

func (w countWriter) Write(b []byte) (int, error) {
	w.n.Add(int64(len(b)))
	return len(b), nil
}

// TestAPostIsNeverSentTwice is the proof of the law that exactly the traffic is
// sent that was meant, on the target that makes net/http break it.
func TestAPostIsNeverSentTwice(t *testing.T) {
	leavesNothing(t)
	var d dropper
	o := serve(t, d.script)
	c := open(t, fresh(), o)
	ctx := within(t, 10*time.Second)
	first := c.Exchange(ctx, post("1"), idem.Fault{})
	second := c.Exchange(ctx, post("2"), idem.Fault{})
	var e *Error
	if first.Err != nil || !errors.As(second.Err, &e) || e.Stage != Answering {
		t.Fatalf("errors %v and %v", first.Err, second.Err)
	}
	mustContain(t, e.Error(), "the target ended the connection without one")
	if second.Wire.BytesOut != second.Planned || second.Wire.Writes != 1 || !second.Wire.Reused {
		t.Errorf("wire %+v of %d bytes", second.Wire, second.Planned)
	}
	if got, want := d.bytes.Load(), first.Planned+second.Planned; d.arrived.Load() != 2 || got != want {
		t.Errorf("%d requests of %d bytes arrived, want 2 of %d", d.arrived.Load(), got, want)
	}
}

// TestNetHTTPSendsAPostTwice shows the trap that this package is there to
// avoid: two calls on one client, and three requests at the target.
func TestNetHTTPSendsAPostTwice(t *testing.T) {
	var d dropper
	o := serve(t, d.script)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for i := range 2 {
		r, err := http.NewRequestWithContext(within(t, 10*time.Second), "POST", o.String()+"/v1/charges", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Idempotency-Key", "k1")
		resp, err := client.Do(r)
		if err != nil {
			t.Fatalf("call %d: %v", i+1, err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	if n := d.arrived.Load(); n != 3 {
		t.Errorf("%d requests arrived; if net/http sends what it is told now, say so in the package's documentation", n)
	}
}
