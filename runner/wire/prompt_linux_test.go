package wire

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// TestACutComesWhileTheTargetWorks holds a cut on a connection that was used
// before, where Linux puts off acknowledgements by 40 ms, to a fraction of that:
// a target that is done by then has lost nothing.
func TestACutComesWhileTheTargetWorks(t *testing.T) {
	left := make(chan bool, 1)
	o := handled(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) == "work" {
			<-r.Context().Done() // the target notices that its client has gone
			left <- true
		}
	})
	for _, reset := range []bool{false, true} {
		best := time.Hour
		for range 10 {
			c := open(t, fresh(), o)
			ctx := within(t, 10*time.Second)
			if x := c.Exchange(ctx, post("warm"), idem.Fault{}); x.Err != nil {
				t.Fatal(x.Err)
			}
			x := c.Exchange(ctx, post("work"), idem.Fault{When: idem.AfterRequest, Reset: reset})
			<-left
			if !x.Cut.Consumed || x.Cut.Answered {
				t.Fatalf("reset %t: cut %+v, error %v", reset, x.Cut, x.Err)
			}
			best = min(best, x.Times.Done-x.Times.Wrote)
		}
		if best > 20*time.Millisecond {
			t.Errorf("reset %t: the fastest of 10 cuts came %s after the request", reset, best)
		}
	}
}
