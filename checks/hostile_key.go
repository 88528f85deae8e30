package checks

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// HostileKey holds a hostile key to doing no harm.
var HostileKey = declare(idem.Check{
	ID:     "hostile-key",
	Title:  "A key with text that attacks is inert",
	Family: "presence",
	Clause: idem.UnusualSent,
	Since:  "v0.1.0",
	Rule: `A key is foreign text. It reaches no query, no page and no log as anything else than
text, whether it is taken or refused.`,
	Why: `Error pages and log viewers show keys. A key that carries markup or a quote is the
cheapest attack on the people who run the payments.`,
	Fix: `Bind the key as a parameter, escape it where it is shown, and answer with a type that is
not rendered.`,
	Waive: `Never.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-5",
	},
	Applies: takes(idem.HostileText),
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "odd", Request: idem.Request{Key: "k1", Form: idem.HostileKey}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1", Form: idem.HostileKey}},
			idem.Probe{Label: "after"},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		odd, replay := answer(p, "odd"), answer(p, "replay")
		for _, x := range []idem.Exchange{odd, replay} {
			if x.Response.Status >= 500 {
				p.Report(idem.Finding{
					Message: "the target answered a key with hostile text with a server error",
					Want:    "the key taken as text, or refused",
					Got:     status(x), Evidence: []string{x.Label},
				})
				return
			}
			if kind, _ := x.Response.Lookup("Content-Type"); strings.HasPrefix(kind, "text/html") && strings.Contains(string(x.Response.Body), "<script>alert(1)</script>") {
				p.Report(idem.Finding{
					Message: "the target wrote the markup of a key into a page",
					Want:    "the key escaped, or left out",
					Got:     excerpt(x.Response.Body), Evidence: []string{x.Label},
				})
				return
			}
		}
		due := 0
		if succeeded(p, odd) {
			due = 1
		}
		effects(p, "after", due, "the target made another effect for the repeat of a key with hostile text", "odd", "replay")
	},
})
