package runner

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
)

// requests sends one request, its repeat, and one with another key, and looks at
// what comes back.
func (d *doctor) requests(ctx context.Context, op *target.Operation, o idem.Outlook) {
	contract := d.Contract.For(d.Target.Where(op))
	c, err := d.newTrial(0, 0, op, contract)
	if err != nil {
		d.add(op.Name, Problem, "", "%v", err)
		return
	}
	first, fine := d.send(ctx, c, "first", "k1")
	if !fine {
		return
	}
	if why := noSuccess(op, first, false); why != "" {
		d.add(op.Name, Problem, "", "%s", why)
		return
	}
	d.add(op.Name, Fine, "", "a plain request is answered %d in %s", first.Response.Status, idem.Duration((first.Times.Done - first.Times.Start).Round(100*time.Microsecond)))
	d.skew(c, first)
	d.rate(*first.Response, o)
	d.lag(ctx, c)
	again, fine := d.send(ctx, c, "again", "k1")
	if !fine {
		return
	}
	other, fine := d.send(ctx, c, "other", "k2")
	if !fine {
		return
	}
	d.noticed(contract, op, [3]idem.Exchange{first, again, other})
}

// send sends one request, and reports whether it was answered.
func (d *doctor) send(ctx context.Context, c *trial, label string, key idem.KeySymbol) (idem.Exchange, bool) {
	h := d.masker.History(c.carryOut(ctx, idem.Plan{idem.Send{Label: label, Request: idem.Request{Key: key}}}))
	if t := h.Trouble; t != nil {
		d.add(c.op.Name, Problem, t.Way, "the request %q could not be sent: %s", label, t.Why)
		return idem.Exchange{}, false
	}
	x := h.Exchanges[len(h.Exchanges)-1]
	if x.Response == nil {
		d.add(c.op.Name, Problem, "see whether the target logs the request", "the request %q was not answered: %s", label, x.Err)
	}
	return x, x.Response != nil
}

// noticed looks whether the key makes any difference.
func (d *doctor) noticed(c idem.Contract, op *target.Operation, x [3]idem.Exchange) {
	first, again, other := x[0], x[1], x[2]
	way := fmt.Sprintf("see the carrier of the profile: the key travels in %s %s", c.Carrier.In, c.Carrier.Name)
	success := func(x idem.Exchange) bool { return op.Success(x.Response.Status) }
	same := func(x idem.Exchange) bool {
		if first.Resource != "" || x.Resource != "" {
			return x.Resource == first.Resource
		}
		return bytes.Equal(x.Response.Body, first.Response.Body)
	}
	switch {
	case !success(other):
		d.add("key", Unclear, "see whether the API refuses the same body twice, and put {{ case.id }} or {{ $uuid }} where it must differ",
			"the same body with another key was answered %d, so nothing can be said about keys", other.Response.Status)
	case !success(again):
		d.add("key", Fine, "", "noticed: its repeat was answered %d, and another key %d", again.Response.Status, other.Response.Status)
	case c.Marker.On(*again.Response) && !c.Marker.On(*first.Response):
		d.add("key", Fine, "", "noticed: its repeat carries %s", c.Marker)
	case same(again) && same(other):
		d.add("key", Unclear, "say where an answer names its resource, such as: id: $.id", "a repeat and another key have the same answer, so nothing can be said about keys")
	case same(again):
		d.add("key", Fine, "", "noticed: its repeat has the answer of the first, and another key has another one")
	case first.Resource == "":
		d.add("key", Unclear, "say where an answer names its resource, such as: id: $.id", "a repeat has another answer, and no answer names a resource")
	default:
		d.add("key", Problem, way, "not noticed: its repeat made another resource")
	}
}

// lag looks how late the ledger shows an effect.
func (d *doctor) lag(ctx context.Context, c *trial) {
	l := d.Target.Ledger
	if l == nil {
		return
	}
	request, err := l.Bind(c.values)
	e := effects{c.hook, l, request}
	start := d.Clock.Now()
	for err == nil {
		var found []idem.Effect
		if found, err = e.Effects(ctx); err != nil {
			break
		}
		late := d.Clock.Now().Sub(start)
		switch {
		case len(found) > 1:
			d.add("ledger", Problem, "ask it for {{ case.id }} alone, and see whether the API makes several resources of one request", "it shows %d effects of one request", len(found))
			return
		case len(found) == 1:
			d.late(late, l)
			return
		case late > l.Patience:
			d.add("ledger", Problem, "see its request and its effects in the target file, or raise its patience", "the effect did not appear within %s", idem.Duration(l.Patience))
			return
		}
		err = d.Clock.Sleep(ctx, min(l.Settle, 20*time.Millisecond))
	}
	d.add("ledger", Problem, "mend the ledger of the target file", "it cannot be read: %v", err)
}

func (d *doctor) late(late time.Duration, l *target.Ledger) {
	shown := idem.Duration(late.Round(time.Millisecond))
	if late <= l.Settle {
		d.add("ledger", Fine, "", "it shows the effect %s after the answer; settle is %s", shown, idem.Duration(l.Settle))
		return
	}
	settle := idem.Duration((3 * late).Round(10 * time.Millisecond))
	d.add("ledger", Problem, fmt.Sprintf("ledger: { settle: %s }", settle),
		"it shows the effect %s after the answer, and settle is %s: a late duplicate could be missed", shown, idem.Duration(l.Settle))
}

// Clocks that differ by more than unsure show more than the rounding of Date to
// seconds, and by more than far they mislead whoever reads times of both.
const (
	unsure = 2 * time.Second
	far    = time.Minute
)

func (d *doctor) skew(c *trial, x idem.Exchange) {
	value, _ := x.Response.Lookup("Date")
	date, err := http.ParseTime(value)
	if err != nil {
		d.add("clock", Unclear, "", "the answer has no Date")
		return
	}
	off := date.Sub(c.epoch.Add(x.Times.Done))
	switch size := off.Abs(); {
	case size <= unsure:
		d.add("clock", Fine, "", "it agrees with this machine's")
	case size <= far:
		d.add("clock", Fine, "", "it differs from this machine's by %s", off.Round(time.Second))
	default:
		d.add("clock", Problem, "set the clocks of both by NTP", "it differs from this machine's by %s", off.Round(time.Second))
	}
}

// rate looks at what an answer says of limits.
func (d *doctor) rate(a idem.Response, o idem.Outlook) {
	once, _ := o.Totals()
	var told []string
	for _, f := range a.Header {
		lower := strings.ReplaceAll(strings.ToLower(f.Name), "-", "")
		if !strings.Contains(lower, "ratelimit") {
			continue
		}
		told = append(told, f.Name+": "+f.Value)
		if n, err := strconv.Atoi(f.Value); err == nil && strings.HasSuffix(lower, "remaining") && n < once.Cost.Requests {
			d.add("rate limit", Problem, "select fewer checks, or ask for a higher limit",
				"%s: %d, and a run sends up to %d requests", f.Name, n, once.Cost.Requests)
			return
		}
	}
	if told == nil {
		d.add("rate limit", Unclear, "", "the answers tell of none")
		return
	}
	d.add("rate limit", Fine, "", "%s", strings.Join(told, ", "))
}
