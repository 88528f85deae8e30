package checks

import (
	"fmt"
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
)

// again is the way out when an answer may have been a passing disturbance.
const again = "run the check again when the target is undisturbed"

// passing reports whether a status may be the doing of an outage, a limit or a
// gateway in between, so that it proves nothing about the handling of keys.
func passing(status int) bool {
	switch status {
	case 429, 502, 503, 504:
		return true
	}
	return false
}

// answer returns the answer to a step and ends the judgement if it may be a
// passing disturbance.
func answer(p *idem.Pass, label string) idem.Exchange {
	r := p.Answer(label)
	if passing(r.Status) {
		p.Inconclusive(fmt.Sprintf("%q was answered %d, which may be a passing disturbance of the target", label, r.Status), again)
	}
	return p.Exchange(label)
}

// succeeded reports whether an answer says that its request was carried out.
func succeeded(p *idem.Pass, x idem.Exchange) bool { return p.Contract.Success(*x.Response) }

// success returns the exchange of a step that the rest of a check stands on,
// and ends the judgement if it was no success: the fault may lie with the
// request then, and nothing can be said about its repeats.
func success(p *idem.Pass, label string) idem.Exchange {
	x := answer(p, label)
	if !succeeded(p, x) {
		p.Inconclusive(fmt.Sprintf("%q was answered %d in place of a success, so there is nothing to repeat", label, x.Response.Status),
			"see why the target refuses this request, and mend the operation of the target file")
	}
	return x
}

// replayed holds a repeat to the promised replay: its status, its selectors and
// its body.
func replayed(p *idem.Pass, first, repeat idem.Exchange) {
	promise := p.Contract.Clause(idem.Replay)
	evidence := []string{first.Label, repeat.Label}
	if !promise.Accepts(*repeat.Response, first.Response) {
		p.Report(idem.Finding{
			Clause:   idem.Replay,
			Message:  describeRepeat(p, first, repeat),
			Want:     promise.Wants(),
			Got:      status(repeat),
			Evidence: evidence,
		})
		return
	}
	if promise.Does == idem.Refuses {
		return
	}
	what, comparable := promise.Differs(first, repeat)
	if !comparable {
		p.Inconclusive("the answers could not be compared: a body is cut short, or names no resource",
			"give the operation an id, such as: id: $.id")
	}
	if what != "" {
		p.Report(idem.Finding{
			Clause:   idem.Replay,
			Message:  "the target answered a repeat with something else than the stored answer: " + what,
			Want:     "the first body, compared as " + string(promise.Answer.Body),
			Got:      excerpt(repeat.Response.Body),
			Evidence: evidence,
		})
	}
}

// converged holds a later answer for a key to the outcome that the key has: the
// same resource and the same body. With which status a replay comes is the
// matter of another check.
func converged(p *idem.Pass, clause idem.Situation, first, later idem.Exchange) {
	promise := p.Contract.Clause(idem.Replay)
	if promise.Does == idem.Refuses && promise.Accepts(*later.Response, first.Response) {
		return
	}
	message := ""
	if !succeeded(p, later) || other(first, later) {
		message = describeRepeat(p, first, later)
	} else if what, _ := promise.Differs(first, later); what != "" {
		message = "the target answered a repeat with something else than the stored answer: " + what
	}
	if message != "" {
		p.Report(idem.Finding{
			Clause:   clause,
			Message:  message,
			Want:     "the outcome of " + first.Label + ": " + status(first),
			Got:      status(later),
			Evidence: []string{first.Label, later.Label},
		})
	}
}

// describeRepeat says in one sentence what the target did with a repeat that
// was not the promised replay.
func describeRepeat(p *idem.Pass, first, repeat idem.Exchange) string {
	switch r, ok := repeat.Response, succeeded(p, repeat); {
	case p.Contract.Running(*r):
		return "the target answered that the first request still runs, although it had been answered"
	case ok && other(first, repeat):
		return "the target executed a repeat as new work"
	case ok:
		return "the target replayed with another status than promised"
	case r.Status >= 500:
		return "the target answered a repeat with a server error"
	}
	return "the target refused a repeat of a finished request"
}

// other reports whether two answers name two different resources.
func other(a, b idem.Exchange) bool {
	return a.Resource != "" && b.Resource != "" && a.Resource != b.Resource
}

// leastPage is how many effects a ledger shows at least if it shows them in pages.
const leastPage = 10

// effects holds the ledger to a number of effects. Too many is proof. Too few
// has two explanations, a write that was lost and a ledger that lags or looks
// elsewhere or shows a page of them, and is a finding only if the ledger was
// proven in this run and shows fewer than a page has.
func effects(p *idem.Pass, label string, want int, tooMany string, evidence ...string) {
	r := p.Reading(label)
	got := len(r.Effects)
	f := idem.Finding{
		Want:     count(want),
		Got:      count(got),
		Evidence: append(evidence, label),
	}
	switch {
	case got > want:
		f.Message = tooMany
		p.Report(f)
	case got < want && got < leastPage && r.Proven:
		f.Message = "the target answered success and made fewer effects than that"
		p.Report(f)
	case got < want:
		p.Inconclusive(fmt.Sprintf("the ledger shows %s where %s is due: either a write was lost, or the ledger lags, looks elsewhere or shows a page alone",
			count(got), count(want)), "check the ledger probe of the target file, let it show all effects of a case at once, or give it a longer patience")
	}
}

// effectsLike reports more effects of one kind and amount than a former reading
// shows. What changed since may have effects of its own, which are others.
func effectsLike(p *idem.Pass, label, former, tooMany string, evidence ...string) {
	like := map[[2]string]int{}
	for _, e := range p.Reading(former).Effects {
		like[[2]string{e.Kind, e.Amount}]++
	}
	want, got := len(p.Reading(former).Effects), 0
	for _, e := range p.Reading(label).Effects {
		if like[[2]string{e.Kind, e.Amount}] > 0 {
			got++
		}
	}
	switch {
	case got > want && like[[2]string{}] > 0:
		p.Inconclusive("the ledger shows more effects, and may count the change as one",
			"give the ledger a kind or an amount, so that effects can be told apart")
	case got > want:
		p.Report(idem.Finding{Message: tooMany, Want: count(want), Got: count(got), Evidence: append(evidence, former, label)})
	}
}

// untouched ends the judgement if the ledger showed effects before anything was
// sent: then it does not ask for the case's marker alone and cannot count.
func untouched(p *idem.Pass, label string) {
	if !p.HasLedger(label) {
		return
	}
	if n := len(p.Reading(label).Effects); n > 0 {
		p.Inconclusive(fmt.Sprintf("the ledger shows %s for a marker that was never sent", count(n)),
			"make the ledger probe ask for {{ case.id }} alone")
	}
}

func count(n int) string {
	if n == 1 {
		return "1 effect"
	}
	return strconv.Itoa(n) + " effects"
}

func status(x idem.Exchange) string {
	if x.Resource != "" {
		return fmt.Sprintf("%d, resource %s", x.Response.Status, x.Resource)
	}
	return strconv.Itoa(x.Response.Status)
}

// excerptLength is how much of a body a finding quotes, in bytes; reports show
// the whole exchange beside it.
const excerptLength = 120

func excerpt(body []byte) string {
	if len(body) == 0 {
		return "an empty body"
	}
	if len(body) > excerptLength {
		return string(body[:excerptLength]) + "…"
	}
	return string(body)
}
