//go:build unix

package wire

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"golang.org/x/sync/errgroup"
)

// asServer tells the test binary to be the target of a benchmark, so that the
// CPU of the client is measured alone.
const asServer = "WIRE_BENCH_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) == "" {
		m.Run()
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("http://" + l.Addr().String())
	var rec recorder
	mux := http.NewServeMux()
	mux.Handle("POST /v1/charges", &rec)
	mux.HandleFunc("GET /gap", rec.gap)
	go http.Serve(l, mux)
	io.Copy(io.Discard, os.Stdin)
}

const charged = `{"id":"ch_1","amount":4200,"currency":"usd","status":"succeeded"}`

// A recorder notes when requests reach the place where a ledger would look for
// their key: after the body was read.
type recorder struct {
	mu sync.Mutex
	at []time.Time
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	io.Copy(io.Discard, req.Body)
	now := time.Now()
	r.mu.Lock()
	r.at = append(r.at, now)
	r.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	io.WriteString(w, charged)
}

// gap answers with the number of requests that were recorded and how many
// nanoseconds after the first the second one came, and forgets them.
func (r *recorder) gap(w http.ResponseWriter, _ *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.at, time.Time.Compare)
	var gap time.Duration
	if len(r.at) > 1 {
		gap = r.at[1].Sub(r.at[0])
	}
	fmt.Fprintln(w, len(r.at), gap.Nanoseconds())
	r.at = r.at[:0]
}

// otherProcess starts a target in a process of its own, which ends with the
// benchmark.
func otherProcess(b *testing.B) Origin {
	b.Helper()
	o, _ := anotherProcess(b)
	return o
}

func anotherProcess(b *testing.B) (Origin, *os.Process) {
	b.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), asServer+"=1")
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		c.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return origin(b, strings.TrimSpace(address)), c.Process
}

const chargeBody = `{"amount":4200,"currency":"usd","source":"tok_visa","description":"case-00000001"}`

func chargeRequest() Request {
	r := post(chargeBody)
	r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: "application/json"})
	return r
}

// standardPost sends the same request by net/http.
func standardPost(ctx context.Context, client *http.Client, o Origin) error {
	r, err := http.NewRequestWithContext(ctx, "POST", o.String()+"/v1/charges", bytes.NewReader([]byte(chargeBody)))
	if err != nil {
		return err
	}
	r.Header.Set("Idempotency-Key", "k1")
	r.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.ReadAll(resp.Body)
	return err
}

// A tally holds what one client cost.
type tally struct {
	took []time.Duration
	cpu  time.Duration
}

// run times n calls and the CPU of this process during them.
func (t *tally) run(b *testing.B, n int, call func() error) {
	before := cpu(b)
	for range n {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		t.took = append(t.took, time.Since(start))
	}
	t.cpu += cpu(b) - before
}

func (t *tally) p50() float64 {
	slices.Sort(t.took)
	return float64(t.took[len(t.took)/2])
}

// within returns the share of calls that took less than d.
func (t *tally) within(d time.Duration) float64 {
	n := 0
	for _, took := range t.took {
		if took < d {
			n++
		}
	}
	return float64(n) / float64(len(t.took))
}

func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkExchange sends one request after the other on one kept connection,
// here and by net/http, in blocks that take turns, to a target in another
// process.
func BenchmarkExchange(b *testing.B) {
	o := otherProcess(b)
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	c := open(b, fresh(), o)
	r := chargeRequest()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	var ours, theirs tally
	const block = 200
	for b.Loop() {
		ours.run(b, block, func() error { return c.Exchange(ctx, r, idem.Fault{}).Err })
		theirs.run(b, block, func() error { return standardPost(ctx, client, o) })
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ours.p50()/theirs.p50(), "p50-ratio")
	b.ReportMetric(float64(ours.cpu)/float64(theirs.cpu), "cpu-ratio")
	b.ReportMetric(ours.p50()/1e3, "µs-p50")
	b.ReportMetric(theirs.p50()/1e3, "µs-p50-net/http")
}

// window is how long a ledger is taken to look before it books: a burst whose
// first gap is shorter meets it in between.
const window = 50 * time.Microsecond

// BenchmarkFirstGap releases bursts on warm connections, here behind the gate of
// the last byte and by net/http behind a barrier, round about, to a recorder in
// another process. What counts is the gap between the first two requests.
func BenchmarkFirstGap(b *testing.B) {
	for _, n := range []int{2, 5, 10, 20} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			o := otherProcess(b)
			aside := open(b, fresh(), o)
			burst := shots(b, fresh(), o, n)
			for i := range burst {
				burst[i].Request = chargeRequest()
			}
			clients := make([]*http.Client, n)
			for i := range clients {
				clients[i] = &http.Client{Transport: &http.Transport{}}
				defer clients[i].CloseIdleConnections()
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			var ours, theirs tally
			for b.Loop() {
				if _, err := Burst(ctx, burst, LastByte); err != nil {
					b.Fatal(err)
				}
				ours.took = append(ours.took, firstGap(b, ctx, aside, n))
				if err := barrier(ctx, clients, o); err != nil {
					b.Fatal(err)
				}
				theirs.took = append(theirs.took, firstGap(b, ctx, aside, n))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ours.p50()/theirs.p50(), "gap-ratio")
			b.ReportMetric(ours.within(window)/theirs.within(window), "within-50µs-ratio")
			b.ReportMetric(ours.p50()/1e3, "µs-gap")
			b.ReportMetric(theirs.p50()/1e3, "µs-gap-net/http")
		})
	}
}

// firstGap asks the recorder for the gap of a round of n requests.
func firstGap(b *testing.B, ctx context.Context, c *Conn, n int) time.Duration {
	x := c.Exchange(ctx, Request{Method: "GET", Target: "/gap"}, idem.Fault{})
	if x.Err != nil {
		b.Fatal(x.Err)
	}
	var came int
	var gap time.Duration
	if _, err := fmt.Sscan(string(x.Response.Body), &came, &gap); err != nil || came != n {
		b.Fatalf("the recorder said %q to a round of %d: %v", x.Response.Body, n, err)
	}
	return gap
}

// barrier lets every client send at once.
func barrier(ctx context.Context, clients []*http.Client, o Origin) error {
	var g errgroup.Group
	var ready sync.WaitGroup
	ready.Add(len(clients))
	gate := make(chan bool)
	for _, client := range clients {
		g.Go(func() error {
			ready.Done()
			<-gate
			return standardPost(ctx, client, o)
		})
	}
	ready.Wait()
	close(gate)
	return g.Wait()
}
