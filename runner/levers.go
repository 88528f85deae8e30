package runner

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/ledger"
	"github.com/idemspec/idemspec/runner/target"
)

// effects is the ledger of a target, asked for the marker of one case.
type effects struct {
	hook    hooks
	ledger  *target.Ledger
	request target.HookRequest
}

// Effects asks the ledger once.
func (e effects) Effects(ctx context.Context) ([]idem.Effect, error) {
	body, err := e.hook.call(ctx, e.request)
	if err != nil {
		return nil, err
	}
	return e.ledger.Effects(body)
}

// probe reads the ledger. What cannot be read is a reading with an error, and
// the judge decides what that is worth.
func (c *trial) probe(ctx context.Context, s idem.Probe) *idem.Trouble {
	r := c.read(ctx, s)
	r.Label, r.Of, r.Proven = s.Label, s.Of, c.proven[proof{c.op.Name, s.Of}]
	c.mu.Lock()
	c.history.Readings = append(c.history.Readings, r)
	c.mu.Unlock()
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	return nil
}

// book returns one of the target's books; nil if it does not offer that.
func (r *run) book(b idem.Book) *target.Ledger {
	if b == idem.Outside {
		return r.Target.Outside
	}
	return r.Target.Ledger
}

func (c *trial) read(ctx context.Context, s idem.Probe) idem.Reading {
	l := c.book(s.Of)
	if l == nil {
		return idem.Reading{Absent: true}
	}
	request, err := l.Bind(c.values)
	if err != nil {
		return idem.Reading{Err: err.Error()}
	}
	source := effects{c.hook, l, request}
	var r idem.Reading
	if s.Once {
		r = ledger.ReadOnce(ctx, source, c.Clock, c.epoch)
	} else {
		r = ledger.Read(ctx, source, ledger.Pace{Settle: l.Settle, Patience: l.Patience}, s.Await, c.Clock, c.epoch)
	}
	r.Asked = message(request)
	return r
}

// margin is how far before and after an instant the harness stays, since the
// target's clock started somewhere between the sending and the answering of the
// request: a tenth of the retention, and a minute at the most.
func margin(retention time.Duration) time.Duration {
	return min(retention/10, time.Minute)
}

// wait lets time pass for the target. The instant before an expiry is counted
// from the earliest moment at which the retention can have begun, and the one
// after it from the latest.
func (c *trial) wait(ctx context.Context, s idem.Wait) *idem.Trouble {
	if s.For > 0 {
		return c.pass(ctx, s.For, s.Until)
	}
	first, found := c.exchange(s.Of)
	if !found {
		return &idem.Trouble{Kind: idem.HarnessFault, Step: s.Of, Why: "there is no exchange to wait from"}
	}
	length := time.Duration(c.contract.Retention.Length)
	due := first.Times.Shifted + length
	switch s.Until {
	case idem.BeforeExpiry:
		due += first.Times.Start - margin(length)
	case idem.AfterExpiry:
		due += first.Times.Done + margin(length)
	case idem.HalfLife:
		due += first.Times.Start - length/2
	}
	left := due - c.targetTime()
	if left <= 0 && s.Until != idem.AfterExpiry {
		return &idem.Trouble{
			Kind: idem.LeverFailed, Step: s.Of,
			Why: fmt.Sprintf("the retention of %s had nearly passed before the wait for its end began", idem.Duration(length)),
			Way: "give the target a longer retention",
		}
	}
	return c.pass(ctx, left, s.Until)
}

// pass lets a length of time pass for the target: by its clock hook, which
// counts whole seconds, or by waiting.
func (c *trial) pass(ctx context.Context, d time.Duration, until idem.Instant) *idem.Trouble {
	if d <= 0 {
		return nil
	}
	hook := c.Target.Clock
	if hook.Wait {
		start := c.since()
		if err := c.Clock.Sleep(ctx, d); err != nil {
			return interrupted(ctx)
		}
		c.pulled(idem.Pull{Lever: idem.ClockLever, Start: start, Done: c.since()})
		return nil
	}
	seconds := math.Ceil(d.Seconds())
	if until == idem.BeforeExpiry {
		seconds = math.Floor(d.Seconds())
	}
	values := c.values
	values.Seconds = strconv.FormatFloat(seconds, 'f', 0, 64)
	if t := c.pull(ctx, idem.ClockLever, hook.Hook, values); t != nil {
		return t
	}
	c.shifted.Add(int64(seconds) * int64(time.Second))
	return nil
}

// pull calls a hook of a lever.
func (c *trial) pull(ctx context.Context, l idem.Lever, h target.Hook, v target.Values) *idem.Trouble {
	start := c.since()
	request, err := h.Bind(v)
	if err == nil {
		_, err = c.hook.call(ctx, request)
		c.pulled(idem.Pull{Lever: l, Sent: message(request), Start: start, Done: c.since()})
	}
	switch {
	case ctx.Err() != nil:
		return interrupted(ctx)
	case err != nil:
		return &idem.Trouble{
			Kind: idem.LeverFailed, Lever: l,
			Why: fmt.Sprintf("the %s of the target file did not work: %v", l, err), Way: "mend the hook of the target file",
		}
	}
	return nil
}

// pulled records the use of a lever.
func (c *trial) pulled(p idem.Pull) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history.Pulls = append(c.history.Pulls, p)
}

// message is a hook's request as a history keeps it.
func message(r target.HookRequest) idem.Message {
	return idem.Message{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: r.Body}
}
