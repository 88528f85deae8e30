package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
)

// preflight sends one plain first request for each operation. If it is no
// success, the target is unusable: everything that a check could say about
// repeats stands on it. On the way it learns whether the ledger shows effects.
func (r *run) preflight(ctx context.Context) {
	for i := range r.Target.Operations {
		op := &r.Target.Operations[i]
		if op.Role != idem.Create {
			continue
		}
		if r.unusable = r.plain(ctx, op); r.unusable != "" || ctx.Err() != nil {
			return
		}
	}
}

// plain says why an operation's first request is no success; empty if it is.
func (r *run) plain(ctx context.Context, op *target.Operation) string {
	c, err := r.newTrial(0, 0, op)
	if err != nil {
		return err.Error()
	}
	h := c.carryOut(ctx, idem.Plan{
		idem.Send{Label: "plain", Request: idem.Request{Key: "k1"}},
		idem.Probe{Label: "after", Await: 1},
		idem.Probe{Label: "sent", Await: 1, Of: idem.Outside},
	})
	h = r.masker.History(h)
	for _, reading := range h.Readings {
		r.proven[reading.Of] = r.shows(reading)
	}
	if ctx.Err() != nil {
		return ""
	}
	if h.Trouble != nil {
		return h.Trouble.Why
	}
	x := h.Exchanges[0]
	switch {
	case x.Response == nil:
		return fmt.Sprintf("the plain first request of %s was not answered: %s", op.Name, x.Err)
	case op.Success(x.Response.Status):
		return ""
	case x.Response.Status == 401 || x.Response.Status == 403:
		return fmt.Sprintf("the target refused access to %s with %d: see auth in the target file", op.Name, x.Response.Status)
	}
	return fmt.Sprintf("the plain first request of %s was answered %d, which is no success: see its operation in the target file",
		op.Name, x.Response.Status)
}

// shows reports whether a reading proves its book: it showed the effect, and so
// soon that waiting for the whole patience tells a lost write from a book that
// lags.
func (r *run) shows(reading idem.Reading) bool {
	l := r.book(reading.Of)
	return l != nil && reading.Stable && len(reading.Effects) > 0 &&
		reading.Done-reading.Start < l.Patience/5+2*time.Duration(l.Settle)
}
