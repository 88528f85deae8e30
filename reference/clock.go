package reference

import (
	"context"
	"time"
)

// A Clock tells the time and lets it pass.
type Clock interface {
	Now() time.Time
	// Sleep returns once d has passed, or earlier with the context's error.
	Sleep(ctx context.Context, d time.Duration) error
}

// systemClock is the machine's clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// The store keeps how far the clock was moved, so that a restarted server does
// not fall back behind the instants that it has written down.
const clockKind Kind = "clock"

// now reads the clock that keys live by.
func (s *Server) now() time.Time {
	return s.clock.Now().Add(time.Duration(s.ahead.Load()))
}

// advance moves the clock that keys live by. It cannot be moved back.
func (s *Server) advance(ctx context.Context, d time.Duration) error {
	var ahead int64
	err := s.store.Do(ctx, func(tx Tx) error {
		o, _, err := tx.Object(clockKind, "")
		if err != nil {
			return err
		}
		ahead = o.Version + int64(d)
		return tx.Save(Object{Kind: clockKind, Version: ahead})
	})
	if err == nil {
		s.ahead.Store(ahead)
	}
	return err
}

// A shared store is one that other processes use at the same time.
type shared interface{ Shared() bool }

// keepTime takes over how far another process on the same store has moved the
// clock. A store that cannot be read leaves the clock as it is: whoever needs
// the store will see that it cannot.
func (s *Server) keepTime(ctx context.Context) {
	if other, ok := s.store.(shared); ok && other.Shared() {
		_ = s.readClock(ctx)
	}
}

// readClock takes over how far the clock was moved before.
func (s *Server) readClock(ctx context.Context) error {
	return s.store.Do(ctx, func(tx Tx) error {
		o, _, err := tx.Object(clockKind, "")
		if err == nil {
			s.ahead.Store(o.Version)
		}
		return err
	})
}
