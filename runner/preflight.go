package runner

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
)

// A proof is that a book showed the effect of an operation's plain first request
// well within its patience.
type proof struct {
	operation string
	of        idem.Book
}

// preflight sends one plain first request for each operation. If it is no
// success, the target is unusable: everything that a check could say about
// repeats stands on it. On the way it learns whether the ledger shows effects.
func (r *run) preflight(ctx context.Context) {
	n := 0
	for i := range r.Target.Operations {
		op := &r.Target.Operations[i]
		if op.Role != idem.Create {
			continue
		}
		if r.unusable = r.plain(ctx, n, op); r.unusable != "" || ctx.Err() != nil {
			return
		}
		n++
	}
}

// plain says why an operation's first request is no success; empty if it is. The
// number tells its marker and key from those of the other operations.
func (r *run) plain(ctx context.Context, number int, op *target.Operation) string {
	c, err := r.newTrial(0, number, op, r.Contract.For(r.Target.Where(op)))
	if err != nil {
		return r.masker.String(err.Error())
	}
	h := c.carryOut(ctx, idem.Plan{
		idem.Send{Label: "plain", Request: idem.Request{Key: "k1"}},
		idem.Probe{Label: "after", Await: 1},
		idem.Probe{Label: "sent", Await: 1, Of: idem.Outside},
	})
	h = r.masker.History(h)
	shown := false
	for _, reading := range h.Readings {
		r.proven[proof{op.Name, reading.Of}] = r.shows(reading)
		shown = shown || len(reading.Effects) > 0
	}
	if ctx.Err() != nil {
		return ""
	}
	if t := h.Trouble; t != nil {
		if t.Kind == idem.LimitReached {
			return "" // the checks will find the same, and say so
		}
		return t.Why
	}
	return noSuccess(op, h.Exchanges[0], shown)
}

// noSuccess says why an answer to an operation's plain first request is no
// success; empty if it is. Shown says that a book showed its effect.
func noSuccess(op *target.Operation, x idem.Exchange, shown bool) string {
	if x.Response == nil {
		return fmt.Sprintf("the plain first request of %s was not answered: %s", op.Name, x.Err)
	}
	answered := fmt.Sprintf("the plain first request of %s was answered %d", op.Name, x.Response.Status)
	if !op.Success(x.Response.Status) {
		return answered + refusal(*x.Response)
	}
	if x.Resource == "" && !shown && isPage(*x.Response) {
		return answered + " with a web page, which may be a login or a gateway in front of the target: see its url and auth in the target file"
	}
	return ""
}

// refusal says what an answer that is no success is likely to mean.
func refusal(a idem.Response) string {
	switch {
	case a.Status == 401 || a.Status == 403:
		return ": the target refused access, see auth in the target file"
	case a.Status/100 == 3:
		to, found := a.Lookup("Location")
		if !found {
			to = "another address"
		}
		return ", which leads to " + to + " and is not followed: write the address itself into the target file"
	case a.Status == 404 || a.Status == 405:
		return ": see the method and path of its operation, and the url, in the target file"
	case a.Status == 429:
		return ": the target limits how many requests it takes, so try again later or with an account of its own"
	case a.Status >= 500:
		return ": the target itself failed, see its log"
	}
	return ", which is no success: see its operation in the target file"
}

// isPage reports whether an answer is meant for a browser.
func isPage(a idem.Response) bool {
	kind, _ := a.Lookup("Content-Type")
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// shows reports whether a reading proves its book: it showed the effect, and so
// soon that waiting for the whole patience tells a lost write from a book that
// lags.
func (r *run) shows(reading idem.Reading) bool {
	l := r.book(reading.Of)
	return l != nil && reading.Stable && len(reading.Effects) > 0 &&
		reading.Done-reading.Start < l.Patience/5+2*time.Duration(l.Settle)
}
