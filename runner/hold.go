package runner

import (
	"context"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

func (c *trial) hold(ctx context.Context) *idem.Trouble {
	c.held = true // a hook whose answer is lost may have worked
	return c.pull(ctx, idem.HoldLever, c.Target.Hold.Arm, c.values)
}

// release ends a hold once the awaited exchange has its answer, or once the
// hold's patience is over: a target that makes the second request wait answers
// it only after the release.
func (c *trial) release(ctx context.Context, s idem.Release) *idem.Trouble {
	c.awaitAnswer(ctx, s.Await, c.Target.Hold.Patience)
	return c.letGo(ctx)
}

func (c *trial) letGo(ctx context.Context) *idem.Trouble {
	c.held = false
	return c.pull(ctx, idem.HoldLever, c.Target.Hold.Release, c.values)
}

// awaitAnswer waits until a background send is done, or until the patience is
// over. It takes the machine's time, whatever clock the harness has: what it
// waits for is a real answer.
func (c *trial) awaitAnswer(ctx context.Context, label string, patience time.Duration) {
	over := time.NewTimer(patience)
	defer over.Stop()
	select {
	case <-c.background[label]:
	case <-over.C:
	case <-ctx.Done():
	}
}
