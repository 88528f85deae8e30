package wire

import (
	"cmp"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// release lets everything go, and then looks which answers are there already.
// As many threads share the lanes as can run at once: the first write wakes the
// target, which on a machine that it shares takes the processor from the writes
// behind it, so that even two lanes come closer together from two threads.
func release(lanes []*lane) {
	look := func() {
		last := latest(lanes)
		for _, l := range lanes {
			if l != last {
				l.lookBack()
			}
		}
	}
	if n := min(runtime.GOMAXPROCS(0), len(lanes)); n > 1 {
		releaseTogether(lanes, n, look)
		return
	}
	for _, l := range lanes {
		l.release()
	}
	look()
}

// latest returns the lane that was released last: one that is not all written
// yet, or the one with the latest stamp.
func latest(lanes []*lane) *lane {
	return slices.MaxFunc(lanes, func(a, b *lane) int { return cmp.Compare(a.released(), b.released()) })
}

// spins is how often a thread looks whether the others are there before it lets
// go of its processor, on which one of them may be waiting.
const spins = 1 << 12

// releaseTogether has n threads that wait for each other without sleeping, and
// then release the lanes in equal parts. None ends before the look back is done,
// since the end of one costs time.
func releaseTogether(lanes []*lane, n int, look func()) {
	var there, done, over atomic.Int64
	await := func(v *atomic.Int64, n int) {
		for spin := 1; v.Load() < int64(n); spin++ {
			if spin%spins == 0 {
				runtime.Gosched()
			}
		}
	}
	part := func(i int) {
		there.Add(1)
		await(&there, n)
		for j := i; j < len(lanes); j += n {
			lanes[j].release()
		}
		done.Add(1)
	}
	for i := 1; i < n; i++ {
		go func() {
			part(i)
			await(&over, 1)
		}()
	}
	part(0)
	await(&done, n)
	look()
	over.Add(1)
}

// aside is how long a burst stays off the processors at most.
const aside = 2 * time.Millisecond

// stepAside waits until the first answer arrives, or a short while, before the
// goroutines are made that read the answers: on a machine that the target
// shares, they would take the processors that it needs for its second request.
func stepAside(c *Conn) {
	if c.sock.raw == nil {
		return
	}
	c.sock.patience(aside)
	c.sock.raw.Read(readable())
	c.sock.patience(0)
}
