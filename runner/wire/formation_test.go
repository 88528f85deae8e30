//go:build unix

package wire

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFormations(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }
	test := func(t *testing.T, d *Dialer, o Origin) {
		for _, f := range []Formation{Apart, ApartHead, Pairs, PairsWhole, Packet} {
			bodies := []string{"a", "a", "b", "b", "c", "c"}
			var requests []Request
			for _, b := range bodies {
				requests = append(requests, post(b))
			}
			results, err := f.Burst(within(t, 10*time.Second), d, o, requests)
			if err != nil {
				t.Fatalf("%s: %v", f.Name(d.Protocol), err)
			}
			conns := map[int]int{}
			for i, x := range results {
				if x.Err != nil || string(x.Response.Body) != bodies[i] || x.Mismatch() != nil {
					t.Errorf("%s: result %d: %+v", f.Name(d.Protocol), i, x)
				}
				conns[x.Wire.Conn]++
			}
			if len(conns) != f.Size(len(bodies)) {
				t.Errorf("%s: requests by connection: %v", f.Name(d.Protocol), conns)
			}
		}
	}
	t.Run("HTTP/1.1", func(t *testing.T) { test(t, fresh(), handled(t, echo)) })
	t.Run("HTTP/2", func(t *testing.T) { handled2(t, echo, test) })
}

func TestNamesOfFormations(t *testing.T) {
	got := map[string]string{}
	for name, f := range map[string]Formation{"apart": Apart, "apart, head": ApartHead, "pairs": Pairs, "pairs, whole": PairsWhole, "packet": Packet} {
		got[name+" in 1"], got[name+" in 2"] = f.Name(HTTP1), f.Name(HTTP2)
	}
	want := map[string]string{
		"apart in 1":        "HTTP/1.1, a connection for each request, the last byte of each request held back",
		"apart in 2":        "HTTP/2.0, a connection for each request, the last frame of each request held back",
		"apart, head in 1":  "HTTP/1.1, a connection for each request, the end of each head and all behind it held back",
		"apart, head in 2":  "HTTP/2.0, a connection for each request, whole requests held back",
		"pairs in 1":        "HTTP/1.1, 2 connections, pipelined requests held back from the last byte of the first on",
		"pairs in 2":        "HTTP/2.0, 2 connections, the last frame of each request held back",
		"pairs, whole in 1": "HTTP/1.1, 2 connections, pipelined requests held back from the end of the first head on",
		"pairs, whole in 2": "HTTP/2.0, 2 connections, whole requests held back",
		"packet in 1":       "HTTP/1.1, one connection, pipelined requests held back from the last byte of the first on",
		"packet in 2":       "HTTP/2.0, one connection, the last frame of each request held back",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestMoreConnectionsThanThreads has all lanes released and none twice.
func TestMoreConnectionsThanThreads(t *testing.T) {
	leavesNothing(t)
	o := serve(t, echo)
	for _, n := range []int{1, 2, 3, 17} {
		var requests []Request
		for range n {
			requests = append(requests, post("x"))
		}
		results, err := Apart.Burst(within(t, 10*time.Second), fresh(), o, requests)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range results {
			if x.Err != nil || x.Wire.Writes != 2 || x.Mismatch() != nil {
				t.Errorf("%d requests: result %d: %+v", n, i, x)
			}
		}
	}
}
