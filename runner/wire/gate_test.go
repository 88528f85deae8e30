//go:build unix

package wire

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// TestWhatAGateKeepsBack looks at the target after the arming: it has just the
// bytes that go ahead, and under TLS the last record is still here.
func TestWhatAGateKeepsBack(t *testing.T) {
	bodiless := Request{Method: "GET", Target: "/"}
	for name, tt := range map[string]struct {
		gate    Gate
		request Request
		held    string // what must not arrive before the release
	}{
		"the last byte of the body":             {LastByte, post("amount=1"), "1"},
		"the last byte of a bodiless request":   {LastByte, bodiless, "\n"},
		"the last byte of the head, and a body": {HeadGate, post("amount=1"), "\namount=1"},
		"the last byte of a bodiless head":      {HeadGate, bodiless, "\n"},
		"all of it":                             {Whole, bodiless, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, serve func(func(net.Conn, *bufio.Reader)) (*Dialer, Origin)) {
				ahead := make(chan int)
				seen := make(chan taken, 1)
				d, o := serve(func(c net.Conn, br *bufio.Reader) {
					var some []byte
					select {
					case n := <-ahead:
						some = make([]byte, n)
					case <-t.Context().Done():
						return
					}
					_, err := io.ReadFull(br, some)
					seen <- taken{string(some), err}
					_, body, err := readRequest(bufio.NewReader(io.MultiReader(bytes.NewReader(some), br)))
					seen <- taken{string(body), err}
					io.WriteString(c, created)
				})
				c := open(t, d, o)
				results := make([]Result, 1)
				lanes, err := lanesOf([]Shot{{c, tt.request}}, results)
				if err != nil {
					t.Fatal(err)
				}
				whole, _ := encode(results[0].Sent, tt.request.Target)
				early := strings.TrimSuffix(string(whole), tt.held)
				if tt.gate == Whole {
					early = ""
				}
				ctx := within(t, 10*time.Second)
				if _, err = takeAll(ctx, lanes); err == nil {
					err = armAll(ctx, lanes, tt.gate)
				}
				if err != nil {
					t.Fatal(err)
				}
				ahead <- len(early)
				if got := <-seen; got.err != nil || got.bytes != early {
					t.Errorf("%q arrived before the release, %v; want %q", got.bytes, got.err, early)
				}
				out := c.Traffic().Out - lanes[0].before.traffic.Out
				if plain := int64(len(early)); !c.secure() && out != plain || c.secure() && plain > 0 && out <= plain || plain == 0 && out != 0 {
					t.Errorf("%d bytes left for the %d that go ahead", out, plain)
				}
				release(lanes)
				if left := c.Traffic().Out - lanes[0].before.traffic.Out - out; left != int64(len(lanes[0].held)) || left == 0 {
					t.Errorf("%d bytes were released of %d", left, len(lanes[0].held))
				}
				if got := <-seen; got.err != nil || got.bytes != string(tt.request.Body) {
					t.Errorf("after the release the target has %q, %v", got.bytes, got.err)
				}
				lanes[0].finish(ctx)
				c.busy.Store(false)
				if x := results[0]; x.Err != nil || x.Mismatch() != nil {
					t.Errorf("result %+v", x)
				}
			})
		})
	}
}
