package checks

import (
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// StalePatchRefused holds a PATCH with a stale version to a refusal.
var StalePatchRefused = declare(idem.Check{
	ID:     "stale-patch-refused",
	Title:  "A PATCH with a stale version is refused",
	Family: "methods",
	Clause: idem.PatchAbsolute,
	Since:  "v0.1.0",
	Rule: `An absolute PATCH that names the version which it was made for is refused once there is
another: 412, and nothing changes.`,
	Why: `Without the version an absolute write is safe to repeat and unsafe to send: it clobbers
what somebody else wrote in between.`,
	Fix:   `Compare If-Match with the current entity tag in the transaction that writes.`,
	Waive: `When a resource has one writer.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1",
		"https://www.rfc-editor.org/rfc/rfc5789#section-2.2",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "current", Request: idem.Request{Role: idem.Update, On: "made", Key: "k2", Vary: idem.CurrentMatch}},
			idem.Send{Label: "stale", Request: idem.Request{Role: idem.Update, On: "made", Key: "k3", Vary: idem.StaleMatch}},
		}
	},
	Judge: func(p *idem.Pass) {
		made := success(p, "made")
		current, stale := answer(p, "current"), answer(p, "stale")
		match, _ := current.Sent.Lookup("If-Match")
		if strings.HasPrefix(match, "W/") {
			p.Inconclusive("the entity tag is a weak one, which matches no If-Match", "make the target give strong entity tags")
		}
		if current.Response.Status == http.StatusPreconditionFailed {
			p.Report(idem.Finding{
				Message:  "the target refused a PATCH that names the current version",
				Want:     "a success",
				Got:      status(current),
				Evidence: []string{"made", "current"},
			})
			return
		}
		success(p, "current")
		was, _ := made.Response.Lookup("ETag")
		if is, found := current.Response.Lookup("ETag"); !found || is == was {
			p.Inconclusive("the answer to the first PATCH names no new entity tag, so that nobody knows whether the old one is stale",
				"make the PATCH change something, and its answer name the new entity tag")
		}
		if !p.Clause.Accepts(*stale.Response, nil) {
			p.Report(idem.Finding{
				Message:  "the target " + did(p, current, stale) + " a PATCH that names a stale version",
				Want:     wanted(p.Clause),
				Got:      status(stale),
				Evidence: []string{"current", "stale"},
			})
		}
	},
})
