package wire

import (
	"context"
	"errors"
	"fmt"

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

// armAll makes the bytes of all lanes, writes what goes ahead, looks at each once
// the last one has it, and makes ready what is kept back.
func armAll(ctx context.Context, lanes []*lane, gate Gate) error {
	for _, step := range []func(*lane) error{
		func(l *lane) error { return l.compose(gate) },
		func(l *lane) error { return l.arm(ctx) },
		func(l *lane) error { return l.ready(ctx) },
		(*lane).check, (*lane).seal,
	} {
		for _, l := range lanes {
			if err := step(l); err != nil {
				return fmt.Errorf("connection %d: %w", l.conn.number, err)
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
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
