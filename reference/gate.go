package reference

import (
	"context"
	"sync"
	"time"
)

// A gate keeps work from going on while its marker is held.
type gate struct {
	limit time.Duration // the longest that one request is held

	mu     sync.Mutex
	closed map[string]*hold
}

type hold struct {
	opened  chan struct{}
	waiting int
}

// usualHold is the longest that a request is held, if nobody says.
const usualHold = 10 * time.Second

func newGate(limit time.Duration) *gate {
	if limit == 0 {
		limit = usualHold
	}
	return &gate{limit: limit, closed: map[string]*hold{}}
}

// any reports whether anything is held, so that markers need not be looked up
// for nothing.
func (g *gate) any() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.closed) > 0
}

// hold closes the gate for a marker. Holding it twice is holding it once.
func (g *gate) hold(marker string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed[marker] == nil {
		g.closed[marker] = &hold{opened: make(chan struct{})}
	}
}

// release opens the gate for a marker and returns how many requests were
// waiting at it.
func (g *gate) release(marker string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.closed[marker]
	if h == nil {
		return 0
	}
	delete(g.closed, marker)
	close(h.opened)
	return h.waiting
}

// releaseAll opens the gate for everybody.
func (g *gate) releaseAll() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for marker, h := range g.closed {
		delete(g.closed, marker)
		close(h.opened)
	}
}

// waiting returns how many requests wait for the release of a marker.
func (g *gate) waiting(marker string) (n int, held bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.closed[marker]
	if h == nil {
		return 0, false
	}
	return h.waiting, true
}

// pass returns once the marker is not held, or after the limit, or with the
// context's error.
func (g *gate) pass(ctx context.Context, marker string) error {
	g.mu.Lock()
	h := g.closed[marker]
	if h == nil {
		g.mu.Unlock()
		return nil
	}
	h.waiting++
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		h.waiting--
	}()
	limit := time.NewTimer(g.limit)
	defer limit.Stop()
	select {
	case <-h.opened:
	case <-limit.C:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}
