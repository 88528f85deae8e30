package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// How long a target may take to come back after a restart, and how often it is
// asked meanwhile.
const (
	readyPatience = time.Minute
	readyPause    = 20 * time.Millisecond
)

// restart ends the target and waits until it can be used again.
func (c *trial) restart(ctx context.Context) *idem.Trouble {
	if t := c.pull(ctx, idem.RestartLever, c.Target.Restart.Hook, c.values); t != nil {
		return t
	}
	return c.ready(ctx)
}

// ready waits until the target can be used, if it offers a way to ask.
func (c *trial) ready(ctx context.Context) *idem.Trouble {
	if c.Target.Restart == nil {
		return nil
	}
	request, err := c.Target.Restart.Ready.Bind(c.values)
	for start := c.Clock.Now(); err == nil; {
		_, err = c.hook.call(ctx, request)
		if err == nil {
			return nil
		}
		if c.Clock.Now().Sub(start) > readyPatience {
			break
		}
		if c.Clock.Sleep(ctx, readyPause) != nil {
			return interrupted(ctx)
		}
		err = nil
	}
	return &idem.Trouble{
		Kind: idem.LeverFailed, Lever: idem.RestartLever,
		Why: fmt.Sprintf("the target did not come back after the restart: %v", err), Way: "see why, and start it by hand",
	}
}

// breaks arms a failure of the next new work of the case.
func (c *trial) breaks(ctx context.Context, s idem.Break) *idem.Trouble {
	values := c.values
	values.Point = string(s.At)
	c.broken = true // a hook whose answer is lost may have worked
	return c.pull(ctx, idem.BreakLever, c.Target.Break.Hook, values)
}

// mend makes whole what was broken, and waits for a target that died of it.
func (c *trial) mend(ctx context.Context) *idem.Trouble {
	t := c.ready(ctx)
	if t == nil {
		t = c.pull(ctx, idem.BreakLever, c.Target.Break.Mend, c.values)
	}
	c.broken = t != nil
	return t
}

// restore leaves the target as it was found, whatever ended the plan. One that
// stays broken would be accused of what follows from it.
func (c *trial) restore(ctx context.Context) {
	if c.held {
		c.letGo(ctx)
	}
	if !c.broken {
		return
	}
	if t := c.mend(ctx); t != nil {
		c.leftBroken = "an earlier check broke the target, and it could not be mended: " + c.masker.String(t.Why)
	}
}
