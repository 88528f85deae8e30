package bugs

import (
	"context"
	"sync"

	"github.com/idemspec/idemspec/reference"
)

// locks are the mutexes of one process, by name.
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // has room for whoever holds the lock
}

func (l *locks) named(name string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held == nil {
		l.held = map[string]chan struct{}{}
	}
	if l.held[name] == nil {
		l.held[name] = make(chan struct{}, 1)
	}
	return l.held[name]
}

// try takes a lock and reports whether it was free.
func (l *locks) try(name string) bool {
	select {
	case l.named(name) <- struct{}{}:
		return true
	default:
		return false
	}
}

// wait takes a lock as soon as it is free.
func (l *locks) wait(ctx context.Context, name string) error {
	select {
	case l.named(name) <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// free gives a lock back. One that nobody holds stays as it is.
func (l *locks) free(name string) {
	select {
	case <-l.named(name):
	default:
	}
}

// commitUnclaimed does the work and stores its answer without a look at what the
// slot holds by now.
func commitUnclaimed(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
	var a reference.Answer
	err := c.Store.Do(c.Context, func(tx reference.Tx) error {
		done, err := work(tx)
		if err != nil {
			return err
		}
		a = c.Policy.Fresh(c, done)
		if mine.Slot == "" {
			return nil
		}
		return c.Keep(tx, mine, a)
	})
	if err != nil {
		return a, err
	}
	return a, c.Made()
}

// finished looks for a stored answer that still counts.
func finished(c *reference.Call, slot string) (known reference.Record, found bool, err error) {
	err = c.Store.Do(c.Context, func(tx reference.Tx) error {
		known, found, err = tx.Record(slot)
		if err != nil || !found {
			return err
		}
		if known.Answer == nil {
			found = false
			return nil
		}
		free, err := c.Policy.Free(c, tx, known)
		found = !free
		return err
	})
	return known, found, err
}
