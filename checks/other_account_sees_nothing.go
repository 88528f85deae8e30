package checks

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// OtherAccountSeesNothing holds another account's use of a used key to revealing nothing.
var OtherAccountSeesNothing = declare(idem.Check{
	ID:     "other-account-sees-nothing",
	Title:  "Another account learns nothing from a used key",
	Family: "scope",
	Clause: idem.OtherAccountSent,
	Since:  "v0.1.0",
	Rule: `Whatever another account is answered, nothing of the first account's request or result
is in it.`,
	Why: `Keys that follow a pattern can be tried. An answer that names the first account's
charge, or that differs for used keys, tells a stranger who bought what.`,
	Fix: `Look up within the account; build conflict answers from the request that came in, not
from the record.`,
	Waive: `Never.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-5",
		"https://github.com/koala73/worldmonitor/pull/4728",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "stranger", Request: idem.Request{Key: "k1", As: idem.OtherAccount, Body: idem.ChangedBody}},
			idem.Send{Label: "fresh", Request: idem.Request{Key: "k2", As: idem.OtherAccount, Body: idem.ChangedBody}},
		}
	},
	Judge: func(p *idem.Pass) {
		first, stranger, fresh := success(p, "first"), answer(p, "stranger"), answer(p, "fresh")
		shown := func(x idem.Exchange) bool { return strings.Contains(string(x.Response.Body), first.Resource) }
		if len(first.Resource) >= tellingID && shown(stranger) && !shown(fresh) || idem.EqualJSON(stranger.Response.Body, first.Response.Body) {
			p.Report(idem.Finding{
				Message:  "the target showed another account the resource of a used key",
				Want:     "nothing of " + first.Resource,
				Got:      excerpt(stranger.Response.Body),
				Evidence: []string{"first", "stranger"},
			})
			return
		}
		// A fresh key may be refused for another reason, such as the same body twice.
		if succeeded(p, fresh) && stranger.Response.Status != fresh.Response.Status && p.Clause.Does == idem.Executes {
			p.Report(idem.Finding{
				Message:  "the target answered another account differently for a used key than for a fresh one",
				Want:     status(fresh),
				Got:      status(stranger),
				Evidence: []string{"stranger", "fresh"},
			})
		}
	},
})
