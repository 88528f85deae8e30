package checks

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// KeyEchoed holds answers to naming the key.
var KeyEchoed = declare(idem.Check{
	ID:     "key-echoed",
	Title:  "The answer names the key",
	Family: "first",
	Clause: idem.Echoed,
	Since:  "v0.1.0",
	Rule: `A contract that echoes the key sends it back in a response header, on the first answer
and on each replay.`,
	Why: `The echo proves that the key arrived and was not lost or changed by a gateway on the
way. Callers that rely on it must get it every time.`,
	Fix:   `Write the key that was used into the response, as it was received.`,
	Waive: `When no caller reads it.`,
	Sources: []string{
		"https://docs.adyen.com/development-resources/api-idempotency",
		"https://github.com/agentic-commerce-protocol/agentic-commerce-protocol",
	},
	Applies: headerOnly,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
		}
	},
	Judge: func(p *idem.Pass) {
		first := success(p, "first")
		replay := answer(p, "replay")
		for _, x := range []idem.Exchange{first, replay} {
			name := p.Contract.Carrier.Name
			if got, found := x.Response.Lookup(name); !found || strings.Trim(got, "\"") != x.Key {
				p.Report(idem.Finding{
					Message:  "the target did not name the key in its answer",
					Want:     name + ": " + x.Key,
					Got:      header(x, name),
					Evidence: []string{x.Label},
				})
				return
			}
		}
	},
})
