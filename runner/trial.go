package runner

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
	"github.com/idemspec/idemspec/runner/wire"
)

// A trial is one plan on one operation while it is carried out: its marker, its
// keys, its connections and what was seen so far.
type trial struct {
	*run
	op       *target.Operation // the one under test
	contract idem.Contract     // as it holds for that
	values   target.Values
	origin   wire.Origin
	dialer   *wire.Dialer
	random   *rand.Rand
	epoch    time.Time
	keys     map[idem.KeySymbol]string
	sent     map[idem.KeySymbol]time.Time // when each key was first sent, where that has to be told
	last     map[string]time.Duration     // when each key was last sent, by the target's clock

	background map[string]chan struct{} // closed when a background send is done
	exclusive  bool                     // nothing else of the run is under way
	held       bool                     // a hold waits for its release
	before     []string                 // labels of the background sends that were made before the hold
	broken     bool                     // a break waits for its mend

	mu      sync.Mutex
	history idem.History
	tags    map[string]string // the last entity tag of each resource
}

// newTrial binds an operation to a fresh marker.
func (r *run) newTrial(number, attempt int, op *target.Operation, contract idem.Contract) (*trial, error) {
	id := fmt.Sprintf("idm-%s-%03d", r.id, number)
	if attempt > 0 {
		id += string(rune('a' + attempt))
	}
	c := &trial{
		run: r, op: op, contract: contract,
		values:     target.Values{CaseID: id, RunID: r.id, Seed: r.Seed, Now: r.Clock.Now()},
		random:     randomFor(r.Seed, id),
		epoch:      r.Clock.Now(),
		keys:       map[idem.KeySymbol]string{},
		sent:       map[idem.KeySymbol]time.Time{},
		last:       map[string]time.Duration{},
		background: map[string]chan struct{}{},
		tags:       map[string]string{},
		history:    idem.History{Case: id},
	}
	c.dialer = &wire.Dialer{Dial: r.Dial, TLS: r.TLS, Since: c.since}
	var err error
	c.origin, err = wire.OriginOf(r.Target.URL)
	return c, err
}

func (c *trial) since() time.Duration { return c.Clock.Now().Sub(c.epoch) }

// carryOut does the steps of a plan in order. The first trouble ends it.
func (c *trial) carryOut(ctx context.Context, p idem.Plan) idem.History {
	c.exclusive = p.Exclusive()
	if needsSocket(p) {
		c.dialer.Dial = c.DialRace
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, s := range p {
		if ctx.Err() != nil {
			c.fail(interrupted(ctx))
		} else {
			c.fail(c.step(ctx, s))
		}
		if c.failed() {
			break
		}
	}
	c.restore(context.WithoutCancel(ctx))
	cancel()
	for _, done := range c.background {
		<-done
	}
	return c.history
}

// needsSocket reports whether a plan does to connections what only a real socket
// shows.
func needsSocket(p idem.Plan) bool {
	for _, s := range p {
		switch s := s.(type) {
		case idem.Burst:
			return true
		case idem.Send:
			if s.Fault.When != idem.Never {
				return true
			}
		}
	}
	return false
}

// fail ends the plan with a trouble, unless an earlier one has; nil is none.
func (c *trial) fail(t *idem.Trouble) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.history.Trouble == nil {
		c.history.Trouble = t
	}
}

func (c *trial) failed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.history.Trouble != nil
}

func (c *trial) step(ctx context.Context, s idem.Step) *idem.Trouble {
	switch s := s.(type) {
	case idem.Send:
		return c.send(ctx, s)
	case idem.Join:
		return c.join(s.Label)
	case idem.Burst:
		return c.burst(ctx, s)
	case idem.Follow:
		return c.follow(ctx, s)
	case idem.Wait:
		return c.wait(ctx, s)
	case idem.Probe:
		return c.probe(ctx, s)
	case idem.Hold:
		return c.hold(ctx)
	case idem.Release:
		return c.release(ctx, s)
	case idem.Restart:
		return c.restart(ctx)
	case idem.Break:
		return c.breaks(ctx, s)
	case idem.Mend:
		return c.mend(ctx)
	case idem.Revoke:
		return c.pull(ctx, idem.RevokeLever, *c.Target.Revoke, c.values)
	}
	return &idem.Trouble{Kind: idem.HarnessFault, Why: fmt.Sprintf("the runner knows no step %T", s)}
}

// add records an exchange, and the entity tag that its answer gives a resource.
func (c *trial) add(b bound, x idem.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history.Exchanges = append(c.history.Exchanges, x)
	if x.Response == nil {
		return
	}
	if tag, found := x.Response.Lookup("ETag"); found {
		c.tags[cmp.Or(x.Resource, b.about)] = tag
	}
}

// exchange returns the last recorded exchange of a step.
func (c *trial) exchange(label string) (idem.Exchange, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.history.Exchanges) - 1; i >= 0; i-- {
		if x := c.history.Exchanges[i]; x.Label == label {
			return x, true
		}
	}
	return idem.Exchange{}, false
}
