//go:build unix

package wire

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// across lays n requests with the bodies "0", "1" and so on over connections.
func across(t testing.TB, d *Dialer, o Origin, conns, n int) []Shot {
	t.Helper()
	lanes := shots(t, d, o, conns)
	all := make([]Shot, n)
	for i := range all {
		all[i] = Shot{lanes[i%conns].Conn, post(fmt.Sprint(i))}
	}
	return all
}

func TestBurstsOfHTTP2(t *testing.T) {
	handled2(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(w, r.Body)
	}, func(t *testing.T, d *Dialer, o Origin) {
		for _, gate := range []Gate{LastByte, HeadGate, Whole} {
			for _, conns := range []int{1, 2} {
				burst := across(t, d, o, conns, 20)
				for round := range 3 {
					results, err := Burst(within(t, 10*time.Second), burst, gate)
					if err != nil {
						t.Fatalf("%s over %d: %v", gate, conns, err)
					}
					for i, x := range results {
						if x.Err != nil || string(x.Response.Body) != fmt.Sprint(i) {
							t.Fatalf("%s over %d: result %d: %+v", gate, conns, i, x)
						}
						if x.Mismatch() != nil || x.Wire.BytesOut != x.Planned || x.Wire.Reused != (round > 0 || i >= conns) {
							t.Errorf("%s over %d: result %d: wire %+v of %d bytes", gate, conns, i, x.Wire, x.Planned)
						}
						if ts := x.Times; ts.Start >= ts.Wrote || ts.Wrote >= ts.First || ts.First > ts.Done {
							t.Errorf("%s over %d: result %d: times %+v", gate, conns, i, ts)
						}
					}
				}
			}
		}
	})
}

// TestWhatAGateOfHTTP2KeepsBack looks at the target's end before the release: a
// PING stands behind what goes ahead.
func TestWhatAGateOfHTTP2KeepsBack(t *testing.T) {
	for gate, want := range map[Gate]string{
		LastByte: "SETTINGS WINDOW_UPDATE SETTINGS HEADERS HEADERS DATA PING | DATA DATA",
		Whole:    "SETTINGS WINDOW_UPDATE SETTINGS PING | HEADERS DATA HEADERS DATA",
	} {
		var got []string
		done := make(chan bool)
		o := serve2(t, func(p *peer) {
			for ends := 0; ends < 2; {
				f, err := p.ReadFrame()
				if err != nil {
					t.Error(err)
					return
				}
				got = append(got, f.Header().Type.String())
				switch f := f.(type) {
				case *http2.PingFrame:
					got = append(got, "|")
					p.WritePing(true, f.Data)
				case *http2.DataFrame:
					if f.StreamEnded() {
						ends++
						p.head(f.StreamID, true, ":status", "201")
					}
				}
			}
			close(done)
			p.wait()
		})
		c := open(t, fresh2(), o)
		results, err := Burst(within(t, 10*time.Second), []Shot{{c, post("1")}, {c, post("22")}}, gate)
		if err != nil || results[0].Err != nil || results[1].Err != nil {
			t.Fatalf("%s: error %v, results %+v", gate, err, results)
		}
		<-done
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: the target got %s\nwant %s", gate, s, want)
		}
	}
}

func TestABurstOfHTTP2ThatCannotBeArmed(t *testing.T) {
	leavesNothing(t)
	var requests atomic.Int64
	small := serve2(t, answers2, http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 2})
	shut := serve2(t, answers2, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	eager := serve2(t, func(p *peer) {
		for {
			f, err := p.ReadFrame()
			if err != nil {
				return
			}
			switch f := f.(type) {
			case *http2.HeadersFrame:
				p.head(f.StreamID, false, ":status", "201")
			case *http2.PingFrame:
				p.WritePing(true, f.Data)
			case *http2.DataFrame:
				if f.StreamEnded() {
					requests.Add(1)
				}
			}
		}
	})
	for want, tt := range map[string]struct {
		origin Origin
		n      int
		gate   Gate
	}{
		"allows 2 streams at a time":                     {small, 3, LastByte},
		"flow control does not let all of it go at once": {shut, 2, Whole},
		"answered before it had the part of the request": {eager, 2, LastByte},
	} {
		results, err := Burst(within(t, 10*time.Second), across(t, fresh2(), tt.origin, 1, tt.n), tt.gate)
		var e *Error
		if !errors.As(err, &e) || e.Stage != Arming || !errors.Is(err, ErrNotReleased) {
			t.Fatalf("%s: error %v", want, err)
		}
		mustContain(t, err.Error(), want)
		for i, x := range results {
			if !errors.Is(x.Err, err) || x.Response != nil || x.Wire.BytesOut >= max(x.Planned, 1) {
				t.Errorf("%s: result %d: %+v", want, i, x)
			}
		}
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("%d requests arrived whole", n)
	}
}

func TestAStreamThatBreaksOffLeavesTheOthers(t *testing.T) {
	o := serve2(t, func(p *peer) {
		for range 3 {
			id, _, _, err := p.take()
			if err != nil {
				t.Error(err)
			}
			if id == 3 {
				p.WriteRSTStream(id, http2.ErrCodeRefusedStream)
			} else {
				p.head(id, true, ":status", "201")
			}
		}
		p.wait()
	})
	results, err := Burst(within(t, 10*time.Second), across(t, fresh2(), o, 1, 3), Whole)
	if err != nil || results[0].Err != nil || results[1].Err == nil || results[2].Err != nil {
		t.Fatalf("error %v, results %+v", err, results)
	}
	mustContain(t, results[1].Err.Error(), "did not take the request")
}
