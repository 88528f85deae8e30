package checks

import (
	"encoding/json"
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// PutConverges holds a repeated PUT to one state.
var PutConverges = declare(idem.Check{
	ID:     "put-converges",
	Title:  "A repeated PUT leaves one state",
	Family: "methods",
	Clause: idem.PutRepeat,
	Since:  "v0.1.0",
	Rule: `PUT replaces the whole resource. Ten times the same PUT leaves what one leaves, and none
but the first creates.`,
	Why: `A PUT that adds up, or that makes a new version with effects of its own each time, is a
POST in disguise, and proxies do repeat it.`,
	Fix:   `Store what was sent; compare before effects are made.`,
	Waive: `Never.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4",
	},
	Plan: func(idem.Contract) idem.Plan {
		plan := idem.Plan{idem.Send{Label: "made", Request: idem.Request{Key: keyOne}}}
		for i := range puts {
			plan = append(plan, idem.Send{Label: put(i), Request: idem.Request{Role: idem.Replace, On: "made"}})
			if i == 0 {
				plan = append(plan, idem.Send{Label: "once", Request: idem.Request{Role: idem.Read, On: "made"}})
			}
		}
		return append(plan, idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "made"}}, idem.Probe{Label: "after", Await: 1})
	},
	Judge: func(p *idem.Pass) {
		made, first := success(p, "made"), success(p, put(0))
		for i := 1; i < puts; i++ {
			x := answer(p, put(i))
			if !succeeded(p, x) || x.Response.Status == 201 {
				p.Report(idem.Finding{
					Message:  fmt.Sprintf("the target did not take the same PUT for the same at the attempt number %d", i+1),
					Want:     "a success other than 201",
					Got:      status(x),
					Evidence: []string{put(0), put(i)},
				})
				return
			}
		}
		once, read := success(p, "once"), success(p, "read")
		if idem.EqualJSON(once.Response.Body, read.Response.Body, writeCounters...) {
			return
		}
		if moved(made, first, once, read) {
			p.Report(idem.Finding{
				Message:  "the target was in another state after ten PUTs than after one",
				Want:     excerpt(once.Response.Body),
				Got:      excerpt(read.Response.Body),
				Evidence: []string{put(0), "once", "read"},
			})
			return
		}
		p.Inconclusive("the reads after one PUT and after ten differ: either the PUT does more than to replace, or reads lag, or something else changed", again)
	},
})

// puts is how often the same PUT is sent.
const puts = 10

func put(i int) string { return fmt.Sprintf("put-%d", i+1) }

// moved reports whether repeats of a PUT have changed a member that it sets, or
// have added what it sets to a list. A member that reads as it was made may come
// from a read that lags.
func moved(made, put, once, last idem.Exchange) bool {
	for _, m := range membersOf(put.Sent.Body) {
		sent, _ := sentAt(put, m)
		was, _ := made.Response.At(m)
		a, _ := once.Response.At(m)
		b, _ := last.Response.At(m)
		if a != b && (sent == was || a != was && b != was) {
			return true
		}
		if listed(*last.Response, sent) > listed(*once.Response, sent) {
			return true
		}
	}
	return false
}

// listed counts how often a value stands in the lists at the top of a body.
func listed(r idem.Response, value string) int {
	n := 0
	for _, m := range membersOf(r.Body) {
		list, _ := r.At(m)
		var items []any
		if json.Unmarshal([]byte(list), &items) != nil {
			continue
		}
		for _, item := range items {
			if fmt.Sprint(item) == value {
				n++
			}
		}
	}
	return n
}
