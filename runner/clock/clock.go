// Package clock is the harness's own time: what it reads, and how it waits. The
// target's time is another matter and is moved by a lever of the target file.
package clock

import (
	"context"
	"sync"
	"time"
)

// A Clock tells the time and lets it pass.
type Clock interface {
	// Now returns the time. Differences of two readings are monotonic.
	Now() time.Time
	// Sleep returns once d has passed, or earlier with the context's error.
	Sleep(ctx context.Context, d time.Duration) error
}

// Wall is the machine's clock.
type Wall struct{}

// Now reads the machine's clock.
func (Wall) Now() time.Time { return time.Now() }

// Sleep waits on the machine's clock.
func (Wall) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Virtual is a clock for targets that live in the same process: waiting on it
// moves it ahead at once, on top of the time that really passes. The zero
// Virtual runs with the machine's clock until somebody sleeps.
type Virtual struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Now returns the machine's time and all that was slept.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return time.Now().Add(v.ahead)
}

// Sleep moves the clock ahead by d and returns at once.
func (v *Virtual) Sleep(ctx context.Context, d time.Duration) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ahead += max(d, 0)
	return nil
}
