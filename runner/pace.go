package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// forbidden says why a plan would itself break a rule of the contract; nil if it
// would not.
func forbidden(j job) *idem.Trouble {
	pace := j.contract.Pace
	switch {
	case pace.NoBursts && meets(j.plan, true):
		return &idem.Trouble{Kind: idem.NoLever, Why: "the contract forbids two requests with one key that are under way together, and this can be tested in no other way"}
	case pace.Gap > 0 && meets(j.plan, false):
		return &idem.Trouble{Kind: idem.NoLever, Why: fmt.Sprintf("the contract wants %s between two requests with one key, and this needs them together", pace.Gap)}
	}
	return nil
}

// meets reports whether two requests of a plan with one key leave together in a
// burst or, if waiting is set, one of them while the other waits for its answer
// or is held, its client gone.
func meets(p idem.Plan, waiting bool) bool {
	out := map[string]idem.KeySymbol{} // keys of requests that are under way, by label
	held := false
	for _, s := range p {
		busy := map[idem.KeySymbol]bool{}
		for _, k := range out {
			busy[k] = waiting
		}
		for _, r := range requestsOf(s) {
			if r.Key != "" && busy[r.Key] {
				return true
			}
			busy[r.Key] = true
		}
		switch s := s.(type) {
		case idem.Send:
			if s.Background || held && s.Fault.When != idem.Never {
				out[s.Label] = s.Request.Key
			}
		case idem.Join:
			delete(out, s.Label)
		case idem.Hold:
			held = true
		case idem.Release:
			held = false
		case idem.Burst, idem.Follow, idem.Wait, idem.Probe, idem.Restart, idem.Break, idem.Mend, idem.Revoke:
		}
	}
	return false
}

func requestsOf(s idem.Step) []idem.Request {
	switch s := s.(type) {
	case idem.Send:
		return []idem.Request{s.Request}
	case idem.Follow:
		return []idem.Request{s.Request}
	case idem.Burst:
		return s.Requests
	case idem.Join, idem.Wait, idem.Probe, idem.Hold, idem.Release, idem.Restart, idem.Break, idem.Mend, idem.Revoke:
	}
	return nil
}

// keepGap waits until a key may be sent again. A clock of the target that was
// moved ahead counts.
func (c *trial) keepGap(ctx context.Context, key string) *idem.Trouble {
	gap := time.Duration(c.contract.Pace.Gap)
	last, sent := c.last[key]
	if !sent || gap == 0 {
		return nil
	}
	if err := c.Clock.Sleep(ctx, last+gap-c.targetTime()); err != nil {
		return interrupted(ctx)
	}
	return nil
}

// used notes that a key was sent. A gap is counted from the end of its sending,
// or from its answer if that was waited for: when the target takes a request up
// is not known.
func (c *trial) used(key string) {
	if key != "" {
		c.last[key] = c.targetTime()
	}
}

// targetTime is how much time has passed for the target since the case began.
func (c *trial) targetTime() time.Duration { return c.since() + time.Duration(c.shifted.Load()) }
