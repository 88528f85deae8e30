package runner

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func (c *trial) hold(ctx context.Context) *idem.Trouble {
	c.held = true // a hook whose answer is lost may have worked
	c.before = slices.Collect(maps.Keys(c.background))
	return c.pull(ctx, idem.HoldLever, c.Target.Hold.Arm, c.values)
}

// release ends a hold once the awaited exchange has its answer, or once the
// hold's patience is over: a target that makes the second request wait answers
// it only after the release. If all that was sent under the hold is answered by
// then it has held nothing, and what two requests did that were to meet shows
// nothing.
func (c *trial) release(ctx context.Context, s idem.Release) *idem.Trouble {
	c.awaitAnswer(ctx, s.Await, c.Target.Hold.Patience)
	idle := c.idle(ctx)
	if t := c.letGo(ctx); t != nil || !idle {
		return t
	}
	return &idem.Trouble{
		Kind: idem.LeverFailed, Lever: idem.HoldLever, Step: s.Await,
		Why: "the hold of the target file kept no request running: all were answered before its release",
		Way: "see that its hook reaches the target and names the case, and that it holds the next new work of that",
	}
}

// idle reports whether all that was sent under the hold has its answer, if any of
// it was sent in the background. An answer may be on its way that is not read yet,
// so a tenth of the patience is given to it. What a client has given up may be what
// is held.
func (c *trial) idle(ctx context.Context) bool {
	over := time.NewTimer(c.Target.Hold.Patience / 10)
	defer over.Stop()
	some := false
	for label, done := range c.background {
		if slices.Contains(c.before, label) {
			continue
		}
		some = true
		select {
		case <-done:
		case <-over.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lost := func(x idem.Exchange) bool { return x.Response == nil }
	return some && !slices.ContainsFunc(c.history.Exchanges, lost)
}

func (c *trial) letGo(ctx context.Context) *idem.Trouble {
	t := c.pull(ctx, idem.HoldLever, c.Target.Hold.Release, c.values)
	c.held = t != nil
	return t
}

// settleIn gives the target a moment to take up a request that the hold is to
// keep, so that the next one does not overtake it: a twentieth of the hold's
// patience, or less if it is answered.
func (c *trial) settleIn(done <-chan struct{}) {
	over := time.NewTimer(c.Target.Hold.Patience / 20)
	defer over.Stop()
	select {
	case <-done:
	case <-over.C:
	}
}

// awaitAnswer waits until a background send is done, or another one that was sent
// under the hold, since the target may take up the later one first; or until the
// patience is over. It takes the machine's time, whatever clock the harness has:
// what it waits for is a real answer.
func (c *trial) awaitAnswer(ctx context.Context, label string, patience time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answered := make(chan struct{}, len(c.background))
	for other, done := range c.background {
		if other != label && slices.Contains(c.before, other) {
			continue
		}
		go func() {
			select {
			case <-done:
				answered <- struct{}{}
			case <-ctx.Done():
			}
		}()
	}
	select {
	case <-answered:
	case <-ctx.Done():
	}
}
