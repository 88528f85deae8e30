package checks

import "github.com/idemspec/idemspec/checks/idem"

// A second is the shape of many checks: a finished first request, and a second
// one that differs from it in one thing, which the clause says is the same
// request, another one, or an error.
type second struct {
	what    string       // the second request, for messages: "a used key with another query"
	first   idem.Request // Key is k1 if it is empty
	request idem.Request // Key is k1 if it is empty
	control bool         // send the difference under a key of its own first, so that a target which refuses it anyway is found out
}

const (
	keyOne     idem.KeySymbol = "k1"
	keyControl idem.KeySymbol = "control"
)

func withKey(r idem.Request, k idem.KeySymbol) idem.Request {
	if r.Key == "" {
		r.Key = k
	}
	return r
}

// plan sends the control, the first request and the second one.
func (s second) plan(situation idem.Situation) func(idem.Contract) idem.Plan {
	return func(c idem.Contract) idem.Plan {
		plan := idem.Plan{idem.Probe{Label: "before", Once: true}}
		if s.control {
			control := s.request
			control.Key = keyControl
			plan = append(plan, idem.Send{Label: "control", Request: control})
		}
		return append(plan,
			idem.Send{Label: "first", Request: withKey(s.first, keyOne)},
			idem.Send{Label: "second", Request: withKey(s.request, keyOne)},
			idem.Probe{Label: "after", Await: s.due(c.Clause(situation))},
		)
	}
}

// due is how many effects there are in the end.
func (s second) due(c idem.Clause) int {
	n := 1
	if s.control {
		n++
	}
	if c.Does == idem.Executes {
		n++
	}
	return n
}

func (s second) judge(p *idem.Pass) {
	untouched(p, "before")
	if s.control {
		if x := answer(p, "control"); !succeeded(p, x) {
			p.Inconclusive("the target refuses "+s.what+" also under a key of its own, so nothing can be said about keys",
				"nothing is wrong; this target does not allow the difference that the check makes")
		}
	}
	first, again := success(p, "first"), answer(p, "second")
	held(p, s.what, first, again)
	if p.Found() {
		return
	}
	effects(p, "after", s.due(p.Clause), "the target made a further effect for "+s.what, "first", "second")
}

// held holds the second of two requests to what the clause of the check says.
func held(p *idem.Pass, what string, first, again idem.Exchange) {
	switch p.Clause.Does {
	case idem.Executes:
		if anew(p, first, again) {
			return
		}
	case idem.Replays, idem.Waits:
		if succeeded(p, again) && !other(first, again) {
			converged(p, "", first, again)
			return
		}
		if promise := p.Contract.Clause(idem.Replay); promise.Does == idem.Refuses && promise.Accepts(*again.Response, first.Response) {
			return
		}
	case idem.Refuses, "":
		if p.Clause.Accepts(*again.Response, first.Response) {
			return
		}
	}
	p.Report(idem.Finding{
		Message:  "the target " + did(p, first, again) + " " + what,
		Want:     wanted(p.Clause),
		Got:      status(again),
		Evidence: []string{first.Label, again.Label},
	})
}

// anew reports whether a request was executed as new work, and answered so.
func anew(p *idem.Pass, first, again idem.Exchange) bool {
	if !succeeded(p, again) || !p.Clause.Accepts(*again.Response, nil) {
		return false
	}
	return first.Resource == "" || first.Resource != again.Resource
}

// did says in two words what a target did with the second of two requests.
func did(p *idem.Pass, first, again idem.Exchange) string {
	switch ok := succeeded(p, again); {
	case ok && other(first, again):
		return "executed as new work"
	case ok && first.Resource != "" && first.Resource == again.Resource:
		return "replayed the first answer to"
	case ok:
		return "accepted"
	case again.Response.Status >= 500:
		return "answered with a server error"
	}
	return "refused"
}

// wanted writes what a clause says: the deed and how it is answered.
func wanted(c idem.Clause) string {
	switch c.Does {
	case idem.Executes:
		return "new work, answered with " + c.Wants()
	case idem.Replays, idem.Waits:
		return "the stored answer"
	case idem.Refuses, "":
	}
	return "a refusal: " + c.Wants()
}
