//go:build unix

package wire

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

// BenchmarkFrozen releases bursts of one key on new connections, in turns at a
// target that runs and at one that is stopped meanwhile, so that it finds all
// requests in its buffers when it goes on: that is as together as requests can
// be for it.
func BenchmarkFrozen(b *testing.B) {
	for _, n := range []int{2, 10, 20} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			o, target := anotherProcess(b)
			aside := open(b, fresh(), o)
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			requests := make([]Request, n)
			for i := range requests {
				requests[i] = chargeRequest()
			}
			var running, frozen tally
			for b.Loop() {
				if _, err := ApartHead.Burst(ctx, fresh(), o, requests); err != nil {
					b.Fatal(err)
				}
				running.took = append(running.took, firstGap(b, ctx, aside, n))
				releaseFrozen(b, ctx, target, o, requests)
				frozen.took = append(frozen.took, firstGap(b, ctx, aside, n))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(running.p50()/frozen.p50(), "gap-ratio")
			b.ReportMetric(running.p50()/1e3, "µs-gap")
			b.ReportMetric(frozen.p50()/1e3, "µs-gap-frozen")
		})
	}
}

// releaseFrozen is a burst whose target is stopped from before the release until
// after it.
func releaseFrozen(b *testing.B, ctx context.Context, target *os.Process, o Origin, requests []Request) {
	conns, err := ApartHead.Open(ctx, fresh(), o, len(requests))
	if err != nil {
		b.Fatal(err)
	}
	results := make([]Result, len(requests))
	lanes, err := lanesOf(ApartHead.Lay(conns, requests), results)
	if err == nil {
		_, err = takeAll(ctx, lanes)
	}
	if err == nil {
		err = armAll(ctx, lanes, ApartHead.Gate)
	}
	if err == nil {
		err = target.Signal(syscall.SIGSTOP)
	}
	if err != nil {
		b.Fatal(err)
	}
	release(lanes)
	if err := target.Signal(syscall.SIGCONT); err != nil {
		b.Fatal(err)
	}
	stepAside(lanes[0].conn)
	for i, l := range lanes {
		l.finish(ctx)
		l.conn.busy.Store(false)
		l.conn.Close()
		if results[i].Err != nil {
			b.Fatal(results[i].Err)
		}
	}
}
