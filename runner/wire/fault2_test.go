package wire

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/net/http2"
)

// A deed is what a target of HTTP/2 saw of a request.
type deed struct {
	body string
	end  string // how it ended: "whole", the code of a reset, or "" if the connection ended first
}

// watcher2 reads one request to its end, answers it if it is whole and an
// answer is given, and reads on.
func watcher2(seen chan<- deed, answer string) func(p *peer) {
	return func(p *peer) {
		var d deed
		defer func() { seen <- d }()
		for {
			f, err := p.ReadFrame()
			if err != nil {
				return
			}
			switch f := f.(type) {
			case *http2.DataFrame:
				if d.body += string(f.Data()); f.StreamEnded() {
					d.end = "whole"
					if answer != "" {
						p.head(1, false, ":status", "201", "content-length", "10")
						p.WriteData(1, true, []byte(answer))
					}
				}
			case *http2.RSTStreamFrame:
				d.end = f.ErrCode.String()
			case *http2.PingFrame:
				p.WritePing(true, f.Data)
			}
		}
	}
}

func TestCutsOfHTTP2(t *testing.T) {
	for name, tt := range map[string]struct {
		fault  idem.Fault
		answer string
		want   deed
		what   string
	}{
		"in the request":              {idem.Fault{When: idem.DuringRequest, After: -2}, "", deed{}, "closed after"},
		"in the request, by a reset":  {idem.Fault{When: idem.DuringRequest, After: -2, Reset: true}, "", deed{}, "reset after"},
		"after the request":           {idem.Fault{When: idem.AfterRequest}, "", deed{"0123456789", "whole"}, "closed after the whole"},
		"in the answer":               {idem.Fault{When: idem.DuringAnswer, After: 12}, "abcdefghij", deed{"0123456789", "whole"}, "closed after 12 bytes of the answer"},
		"at the end of the answer":    {idem.Fault{When: idem.DuringAnswer, After: -1}, "abcdefghij", deed{"0123456789", "whole"}, "bytes of the answer"},
		"taken back in the request":   {idem.Fault{When: idem.DuringRequest, After: -4, How: idem.Cancel}, "", deed{"012345", "CANCEL"}, "taken back by RST_STREAM after"},
		"taken back after it":         {idem.Fault{When: idem.AfterRequest, How: idem.Cancel}, "", deed{"0123456789", "CANCEL"}, "taken back by RST_STREAM after the whole"},
		"taken back in the answer":    {idem.Fault{When: idem.DuringAnswer, After: 12, How: idem.Cancel}, "abcdefghij", deed{"0123456789", "CANCEL"}, "taken back by RST_STREAM after 12 bytes"},
		"given up":                    {idem.Fault{When: idem.AfterRequest, How: idem.GiveUp, For: 30 * time.Millisecond}, "", deed{"0123456789", "whole"}, "given up in 30ms"},
		"stalled":                     {idem.Fault{When: idem.DuringRequest, After: -1, How: idem.Stall, For: 30 * time.Millisecond}, "", deed{}, "stalled for 30ms"},
		"closed by half, unanswered":  {idem.Fault{When: idem.AfterRequest, How: idem.HalfClose}, "", deed{"0123456789", "whole"}, "closed by half"},
		"slow, and never answered":    {idem.Fault{When: idem.DuringRequest, After: -8, How: idem.Trickle, For: 30 * time.Millisecond}, "", deed{"0123456789", "whole"}, "slow: the last 8"},
		"the beginning of the answer": {idem.Fault{When: idem.DuringAnswer}, "abcdefghij", deed{"0123456789", "whole"}, "closed after 1 bytes of the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			leavesNothing(t)
			seen := make(chan deed, 1)
			o := serve2(t, watcher2(seen, tt.answer))
			d := fresh2()
			limit := 10 * time.Second
			if tt.fault.How == idem.Trickle {
				limit = 200 * time.Millisecond
			}
			x := d.Once(within(t, limit), o, post("0123456789"), tt.fault)
			if got := <-seen; got != tt.want {
				t.Errorf("the target saw %+v, want %+v", got, tt.want)
			}
			if x.Err == nil || x.Response != nil || !x.Cut.Consumed {
				t.Errorf("result %+v", x)
			}
			mustContain(t, x.Cut.What, tt.what)
		})
	}
}

func TestACancelledRequestLeavesTheConnection(t *testing.T) {
	left := make(chan bool, 1)
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); string(body) == "work" {
			<-r.Context().Done()
			left <- true
		}
	}, func(t *testing.T, d *Dialer, o Origin) {
		c := open(t, d, o)
		ctx := within(t, 10*time.Second)
		x := c.Exchange(ctx, post("work"), idem.Fault{When: idem.AfterRequest, How: idem.Cancel})
		<-left
		var e *Error
		if !errors.As(x.Err, &e) || e.Stage != Cutting || !x.Cut.Consumed || x.Cut.Answered {
			t.Errorf("result %+v", x)
		}
		for range 3 {
			if again := c.Exchange(ctx, post("rest"), idem.Fault{}); again.Err != nil || !again.Wire.Reused || again.Wire.Conn != x.Wire.Conn {
				t.Errorf("a second request: %+v", again)
			}
		}
	})
}

func TestARequestThatCannotBeTakenBackYet(t *testing.T) {
	x := fresh2().Once(within(t, 10*time.Second), serve2(t, answers2), post("{}"), idem.Fault{When: idem.DuringRequest, After: 3, How: idem.Cancel})
	var e *Error
	if !errors.As(x.Err, &e) || e.Stage != Preparing || x.Wire.BytesOut != 0 {
		t.Fatalf("result %+v", x)
	}
	mustContain(t, e.Error(), "cannot be taken back at byte 3")
}

func TestASlowUploadOfHTTP2IsAnswered(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }, func(t *testing.T, d *Dialer, o Origin) {
		body := strings.Repeat("slow", 100)
		x := d.Once(within(t, 10*time.Second), o, post(body), idem.Fault{When: idem.DuringRequest, After: -300, How: idem.Trickle, For: 50 * time.Millisecond})
		if x.Err != nil || string(x.Response.Body) != body || !x.Cut.Consumed || x.Mismatch() != nil {
			t.Errorf("result %+v", x)
		}
	})
}

func TestAWholeRequestOfHTTP2ArrivesBeforeTheCut(t *testing.T) {
	bodies := make(chan int, 1)
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the request did not arrive whole: %v", err)
		}
		bodies <- len(body)
		<-r.Context().Done()
	}, func(t *testing.T, d *Dialer, o Origin) {
		for _, size := range []int{1, 1000, 2 << 20} {
			for _, reset := range []bool{false, true} {
				x := d.Once(within(t, 20*time.Second), o, post(strings.Repeat("x", size)), idem.Fault{When: idem.AfterRequest, Reset: reset})
				if got := <-bodies; got != size || !x.Cut.Consumed || x.Wire.BytesOut != x.Planned || x.Times.Wrote == 0 {
					t.Errorf("size %d, reset %t: %d bytes arrived, cut %+v, error %v", size, reset, got, x.Cut, x.Err)
				}
			}
		}
	})
}

func TestACutBehindARequestThatTheTargetMayNotHaveReadIsNotConsumed(t *testing.T) {
	for _, how := range []idem.Manner{idem.Cut, idem.Cancel} {
		leavesNothing(t)
		o := serve2(t, func(p *peer) { p.wait() })
		d := fresh2()
		d.Limits.Settle = 20 * time.Millisecond
		x := d.Once(within(t, 10*time.Second), o, post("{}"), idem.Fault{When: idem.AfterRequest, How: how})
		if x.Cut.Consumed || x.Response != nil || x.Wire.BytesOut != x.Planned {
			t.Errorf("result %+v", x)
		}
		mustContain(t, x.Cut.What, "after the whole request")
		mustContain(t, x.Cut.What, "the target did not say in time that it had read it")
	}
}
