package checks

import (
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
		}
		return append(plan, idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "made"}}, idem.Probe{Label: "after", Await: 1})
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		first := success(p, put(0))
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
		if read := success(p, "read"); !idem.EqualJSON(first.Response.Body, read.Response.Body, countsWrites...) {
			p.Report(idem.Finding{
				Message:  "the target was in another state after ten PUTs than after one",
				Want:     excerpt(first.Response.Body),
				Got:      excerpt(read.Response.Body),
				Evidence: []string{put(0), "read"},
			})
		}
	},
})

// puts is how often the same PUT is sent.
const puts = 10

func put(i int) string { return fmt.Sprintf("put-%d", i+1) }

// countsWrites are members of a resource that may tell how often it was
// written without being another state of it.
var countsWrites = []string{"/updated", "/updated_at", "/modified", "/version", "/revision", "/etag"}
