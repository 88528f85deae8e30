package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Shot is one request of a burst and the connection that carries it. Shots
// that name one connection are pipelined on it in their order, so that two
// connections with the same keys in the same order are a mirrored volley.
type Shot struct {
	Conn    *Conn
	Request Request
}

// Burst arms every connection with the part of its request that the gate lets
// through, releases all together, and reads the answers. The results stand in
// the order of the shots. The connections stay open.
//
// If one connection cannot be armed, or the context is over by then, nothing is
// released: the armed connections are closed, and the error and each result
// say so ([ErrNotReleased]). A request that was armed in part has then left in
// part, as [idem.Wire.BytesOut] says. Once a burst was released, the error is
// nil, and each result speaks for itself.
func Burst(ctx context.Context, shots []Shot, gate Gate) ([]Result, error) {
	results := make([]Result, len(shots))
	lanes, err := lanesOf(shots, results)
	var taken []*lane
	if err == nil {
		taken, err = takeAll(ctx, lanes)
	}
	defer func() {
		for _, l := range taken {
			l.conn.busy.Store(false)
		}
	}()
	defer guard(ctx, connsOf(taken)...)()
	if err == nil {
		err = armAll(ctx, lanes, gate)
	}
	if err != nil {
		err = &Error{Stage: Arming, Err: fmt.Errorf("%w: %w", ErrNotReleased, err), Way: wayOf(err)}
		standDown(taken, lanes, err)
		return results, err
	}
	release(lanes)
	stepAside(lanes[0].conn)
	var g errgroup.Group
	for _, l := range lanes {
		g.Go(func() error {
			l.finish(ctx)
			return nil
		})
	}
	return results, g.Wait()
}

// takeAll takes all connections before the first byte is written to any, so
// that one that is unusable is found while nothing has left.
func takeAll(ctx context.Context, lanes []*lane) (taken []*lane, err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, l := range lanes {
		if !l.conn.take() {
			return taken, fmt.Errorf("connection %d: %w", l.conn.number, errBusy)
		}
		taken = append(taken, l)
		l.before = l.conn.mark()
		if err := l.conn.ready(ctx); err != nil {
			return taken, fmt.Errorf("connection %d: %w", l.conn.number, err)
		}
	}
	return taken, nil
}

func connsOf(lanes []*lane) []*Conn {
	conns := make([]*Conn, len(lanes))
	for i, l := range lanes {
		conns[i] = l.conn
	}
	return conns
}

// rest is how long a burst waits once it is armed. A target has to take in the
// connections, which may be new, and what was written ahead; what is released
// while it does so waits in line there, and not all of it as long.
const rest = time.Millisecond

// armAll makes the bytes of all lanes, writes what goes ahead, lets the target
// come to rest, looks at each lane, and makes ready what is kept back.
func armAll(ctx context.Context, lanes []*lane, gate Gate) error {
	err := each(lanes,
		func(l *lane) error { return l.compose(gate) },
		func(l *lane) error { return l.arm(ctx) },
		func(l *lane) error { return l.ready(ctx) },
	)
	if err != nil {
		return err
	}
	pause(ctx, rest)
	if err := each(lanes, (*lane).check, (*lane).seal); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// each takes all lanes through one step after the other.
func each(lanes []*lane, steps ...func(*lane) error) error {
	for _, step := range steps {
		for _, l := range lanes {
			if err := step(l); err != nil {
				return fmt.Errorf("connection %d: %w", l.conn.number, err)
			}
		}
	}
	return nil
}

// standDown closes the connections on which a part of a request has left, and
// says in each result why nothing was released.
func standDown(taken, lanes []*lane, err error) {
	for _, l := range taken {
		if l.conn.out > l.before.out {
			l.conn.abandon()
			l.conn.bury(ErrNotReleased)
		}
		l.account()
	}
	for _, l := range lanes {
		for _, x := range l.results {
			x.Err, x.Times.Done = err, l.conn.since()
		}
	}
}

func wayOf(err error) string {
	if errors.Is(err, errEager) {
		return "choose the gate that keeps back the head"
	}
	return "try again with new connections"
}
