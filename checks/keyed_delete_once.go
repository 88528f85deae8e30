package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeyedDeleteOnce holds a keyed DELETE to having its effects once.
var KeyedDeleteOnce = declare(idem.Check{
	ID:     "keyed-delete-once",
	Title:  "A DELETE with effects of its own has them once",
	Family: "methods",
	Clause: idem.DeleteKeyed,
	Since:  "v0.1.0",
	Rule: `A DELETE that refunds, cancels or notifies on the way is a write like any other. With
its key the repeat is replayed.`,
	Why:   `The resource is gone after the first call, and the refund goes out after each.`,
	Fix:   `Let keys cover DELETE where it does more than delete.`,
	Waive: `When a DELETE has no effects of its own.`,
	Sources: []string{
		"https://github.com/scylladb/scylladb/issues/19532",
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.3.5",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "delete", Request: idem.Request{Role: idem.Delete, On: "made", Key: "k2"}},
			idem.Probe{Label: "deleted", Await: 1},
			idem.Send{Label: "again", Request: idem.Request{Role: idem.Delete, On: "made", Key: "k2"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		deleted, repeat := success(p, "delete"), answer(p, "again")
		if repeat.Response.Status != deleted.Response.Status && !p.Contract.Clause(idem.Replay).Accepts(*repeat.Response, deleted.Response) {
			p.Report(idem.Finding{
				Message:  "the target did not replay a keyed DELETE",
				Want:     status(deleted),
				Got:      status(repeat),
				Evidence: []string{"delete", "again"},
			})
			return
		}
		effectsLike(p, "after", "deleted", "the target had the effects of a keyed DELETE again when it was repeated", "delete", "again")
	},
})
