package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayAfterDelete holds a repeat after a deletion to what is promised.
var ReplayAfterDelete = declare(idem.Check{
	ID:     "replay-after-delete",
	Title:  "A repeat after its resource was deleted is answered as promised",
	Family: "replay",
	Clause: idem.LateDelete,
	Since:  "v0.1.0",
	Rule: `The resource is gone, and the request that made it is still the same intent: it is
replayed, or refused where the contract says so. It does not make the resource again.`,
	Why: `An order that was cancelled must not come back to life since an old message was
delivered again.`,
	Fix:   `Keep the record of the key for its whole retention, whatever becomes of the resource.`,
	Waive: `When resources are never deleted.`,
	Sources: []string{
		"https://github.com/adcontextprotocol/adcp/issues/4371",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "delete", Request: idem.Request{Role: idem.Delete, On: "first", Key: "k2"}},
			idem.Send{Label: "gone", Request: idem.Request{Role: idem.Read, On: "first"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "first"}},
		}
	},
	Judge: func(p *idem.Pass) {
		first := success(p, "first")
		success(p, "delete")
		replay := answer(p, "replay")
		if other(first, replay) {
			p.Report(idem.Finding{
				Message:  "the target made the resource again when the request that had made it was repeated",
				Want:     wanted(p.Clause),
				Got:      status(replay),
				Evidence: []string{"first", "delete", "replay"},
			})
			return
		}
		held(p, "the request whose resource was deleted", first, replay)
		if read := answer(p, "read"); succeeded(p, read) && !p.Found() && alive(*read.Response, *first.Response) {
			if gone := answer(p, "gone"); succeeded(p, gone) && alive(*gone.Response, *first.Response) {
				p.Inconclusive("the resource could be read as before also after it was deleted: either reads lag, or they show what is deleted", again)
			}
			p.Report(idem.Finding{
				Message:  "the target brought the deleted resource back when it replayed",
				Want:     "the resource to stay deleted",
				Got:      status(read),
				Evidence: []string{"delete", "gone", "replay", "read"},
			})
		}
	},
})

// alive reports whether a resource reads as it did when it was made.
func alive(now, made idem.Response) bool { return idem.EqualJSON(now.Body, made.Body) }
