package runner

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/wire"
)

func (c *trial) send(ctx context.Context, s idem.Send) *idem.Trouble {
	b, t := c.request(s.Label, s.Request)
	if t != nil {
		return t
	}
	if t := c.budget.take(1); t != nil {
		return t
	}
	if t := c.keepGap(ctx, b.key); t != nil {
		return t
	}
	defer c.used(b.key)
	if !s.Background {
		return c.once(ctx, s.Label, 0, b, s.Fault)
	}
	done, written := make(chan struct{}), make(chan struct{})
	c.background[s.Label] = done
	b.request.Written = sync.OnceFunc(func() { close(written) })
	go func() {
		defer close(done)
		c.fail(c.once(ctx, s.Label, 0, b, s.Fault))
	}()
	// What follows is to come after it, so it has to be on its way by then.
	select {
	case <-written:
	case <-done:
	}
	if c.held {
		c.settleIn(done)
	}
	return nil
}

// once makes one exchange on a connection of its own and records it.
func (c *trial) once(ctx context.Context, label string, index int, b bound, f idem.Fault) *idem.Trouble {
	limited, cancel := context.WithTimeoutCause(ctx, c.Timeout, errTimeout)
	defer cancel()
	shifted := time.Duration(c.shifted.Load())
	result := c.dialer.Once(limited, c.origin, b.request, f)
	x := b.record(label, index, shifted, result)
	x.Times.Moved = time.Duration(c.shifted.Load()) - shifted
	c.add(b, x)
	return c.troubleOf(ctx, x, result, f)
}

var errTimeout = errors.New("time-out of the exchange")

// troubleOf says whether an exchange shows that the plan was not carried out:
// the target could not be reached, the fault was not consumed, or other bytes
// were written than were meant.
func (c *trial) troubleOf(ctx context.Context, x idem.Exchange, result wire.Result, f idem.Fault) *idem.Trouble {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	if err := result.Mismatch(); err != nil {
		return &idem.Trouble{Kind: idem.HarnessFault, Step: x.Label, Why: "what was written is not what was meant: " + err.Error()}
	}
	if f.When != idem.Never && !result.Cut.Consumed {
		return &idem.Trouble{
			Kind: idem.FaultUnused, Step: x.Label,
			Why: "the planned fault did not come about: " + result.Cut.What, Way: "run the check again",
		}
	}
	var e *wire.Error
	if !errors.As(result.Err, &e) {
		return nil
	}
	switch e.Stage {
	case wire.Dialling, wire.Handshaking:
		return &idem.Trouble{Kind: idem.Unreachable, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Preparing:
		return &idem.Trouble{Kind: idem.HarnessFault, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Arming:
		return &idem.Trouble{Kind: idem.LeverFailed, Step: x.Label, Why: e.Error(), Way: e.Way}
	case wire.Writing, wire.Answering, wire.Cutting:
	}
	return nil
}

// join waits for a background send. The time-out of the exchange bounds the
// wait, and a trouble of the send ends the plan by itself.
func (c *trial) join(label string) *idem.Trouble {
	done, sent := c.background[label]
	if !sent {
		return &idem.Trouble{Kind: idem.HarnessFault, Step: label, Why: fmt.Sprintf("there is no background send %q to wait for", label)}
	}
	<-done
	return nil
}

func (c *trial) burst(ctx context.Context, s idem.Burst) *idem.Trouble {
	if t := c.budget.take(len(s.Requests)); t != nil {
		return t
	}
	requests := make([]wire.Request, len(s.Requests))
	bounds := make([]bound, len(s.Requests))
	for i, planned := range s.Requests {
		b, t := c.request(s.Label, planned)
		if t != nil {
			return t
		}
		requests[i], bounds[i] = b.request, b
	}
	for _, b := range bounds {
		if t := c.keepGap(ctx, b.key); t != nil {
			return t
		}
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.Timeout, errTimeout)
	defer cancel()
	shifted := time.Duration(c.shifted.Load())
	results, err := formation.Burst(limited, c.dialer, c.origin, requests)
	if results == nil && ctx.Err() != nil {
		return interrupted(ctx)
	}
	if results == nil {
		return &idem.Trouble{Kind: idem.Unreachable, Step: s.Label, Why: err.Error()}
	}
	var trouble *idem.Trouble
	for i, result := range results {
		c.used(bounds[i].key)
		x := bounds[i].record(s.Label, i, shifted, result)
		x.Formation = formation.Name(c.dialer.Protocol)
		c.add(bounds[i], x)
		if t := c.troubleOf(ctx, x, result, idem.Fault{}); t != nil && trouble == nil {
			trouble = t
		}
	}
	return trouble
}

// How a follow waits between its attempts where the target does not say: from
// firstPause, twice as long each time, up to longestPause, and not longer than
// followPatience in all. A longer Retry-After than that ends it.
const (
	firstPause     = 20 * time.Millisecond
	longestPause   = time.Second
	followPatience = 10 * time.Second
)

func (c *trial) follow(ctx context.Context, s idem.Follow) *idem.Trouble {
	b, t := c.request(s.Label, s.Request)
	if t != nil {
		return t
	}
	start, pause := c.Clock.Now(), firstPause
	for attempt := range idem.FollowLimit {
		if t := c.budget.take(1); t != nil {
			return t
		}
		if t := c.keepGap(ctx, b.key); t != nil {
			return t
		}
		if t := c.once(ctx, s.Label, attempt, b, idem.Fault{}); t != nil {
			return t
		}
		c.used(b.key)
		x, _ := c.exchange(s.Label)
		if x.Response == nil || !c.contract.Running(*x.Response) {
			return nil
		}
		wait := max(pause, retryAfter(*x.Response))
		if c.Clock.Now().Add(wait).Sub(start) > followPatience {
			break
		}
		if err := c.Clock.Sleep(ctx, wait); err != nil {
			return interrupted(ctx)
		}
		pause = min(2*pause, longestPause)
	}
	return c.afterLease(ctx, s, b)
}

// afterLease repeats a request once more that is still said to be running, after
// as much time as the claim of a dead one may take to lapse. It moves the
// target's clock, so it does that for plans alone that disturb others anyway.
func (c *trial) afterLease(ctx context.Context, s idem.Follow, b bound) *idem.Trouble {
	if c.Target.Clock == nil || c.Target.Clock.Wait || !c.exclusive {
		return nil
	}
	if t := c.wait(ctx, idem.Wait{For: idem.Lease(c.contract)}); t != nil {
		return t
	}
	if t := c.budget.take(1); t != nil {
		return t
	}
	return c.once(ctx, s.Label, idem.FollowLimit, b, idem.Fault{})
}

// retryAfter reads the delay form of Retry-After (RFC 9110 section 10.2.3);
// zero if there is none.
func retryAfter(r idem.Response) time.Duration {
	v, _ := r.Lookup("Retry-After")
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > int(time.Hour/time.Second) {
		return 0
	}
	return time.Duration(n) * time.Second
}
