package reference

import (
	"context"
	"errors"
	"net/http"
	"sync"
)

// A life is the server from its start to its crash. All that a process keeps in
// memory is in its life, and ends with it.
type life struct {
	*Server
	ctx    context.Context // ends with the life
	end    context.CancelCauseFunc
	policy Policy
	store  Store // works for as long as the life
	gate   *gate
	breaks breaks
	chores chores
	claims claims
	api    http.Handler
}

// errCrashed ends all that a crash interrupts.
var errCrashed = errors.New("the server has crashed")

// begin makes a life out of what the server was given.
func (s *Server) begin() *life {
	l := &life{Server: s, gate: newGate(s.hold), policy: s.makePolicy()}
	l.ctx, l.end = context.WithCancelCause(context.Background())
	l.store = opening{s.store, l}
	l.api = l.routes()
	return l
}

// die ends a life without warning: whatever it has under way gets no answer, and
// nothing of it reaches the store any more. It reports whether the life was the
// present one.
func (l *life) die() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	present := l.life == l
	if present {
		l.life = nil
	}
	l.end(errCrashed)
	l.gate.releaseAll()
	return present
}

// drop ends a request as the death of its server does.
func drop() { panic(http.ErrAbortHandler) }

// dieHere ends the life at this point of a request, and lets another one begin.
func (l *life) dieHere() {
	if l.die() {
		l.calls.Go(func() {
			// A server that cannot come back is not ready, and says so there.
			_ = l.revive(context.Background())
		})
	}
	drop()
}

// revive opens the store anew and begins another life.
func (s *Server) revive(ctx context.Context) error {
	err := s.store.Renew(ctx)
	if err == nil {
		err = s.readClock(ctx)
	}
	var next *life
	if err == nil {
		next = s.begin()
	}
	s.mu.Lock()
	s.life, s.failure = next, err
	s.mu.Unlock()
	if err == nil {
		next.stir()
	}
	return err
}

// alive returns the present life, or the reason why there is none.
func (s *Server) alive() (*life, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.life != nil:
		return s.life, nil
	case s.failure != nil:
		return nil, s.failure
	}
	return nil, errCrashed
}

// within returns a context that ends with the life, if it does not end before.
func (l *life) within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if l.ctx.Err() != nil {
		cancel(errCrashed)
	}
	stop := context.AfterFunc(l.ctx, func() { cancel(errCrashed) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// opening is the store as one life has it.
type opening struct {
	Store
	life *life
}

// Do implements [Store]. It ends with the life, and refuses what the life must
// not reach.
func (o opening) Do(ctx context.Context, f func(Tx) error) error {
	ctx, cancel := o.life.within(ctx)
	defer cancel()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return o.Store.Do(ctx, func(tx Tx) error {
		if o.life.breaks.storeDown() {
			tx = keyless{tx}
		}
		return f(tx)
	})
}

// claims are the claims that a life works on. One that is in the store and not
// here was left behind.
type claims struct {
	mu   sync.Mutex
	held map[string]bool // by nonce
}

func (c *claims) take(nonce string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		c.held = map[string]bool{}
	}
	c.held[nonce] = true
}

func (c *claims) drop(nonce string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.held, nonce)
}

func (c *claims) has(nonce string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held[nonce]
}
