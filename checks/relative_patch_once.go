package checks

import "github.com/idemspec/idemspec/checks/idem"

// RelativePatchOnce holds a keyed relative PATCH to being applied once.
var RelativePatchOnce = declare(idem.Check{
	ID:     "relative-patch-once",
	Title:  "A relative PATCH with a key is applied once",
	Family: "methods",
	Clause: idem.PatchKeyed,
	Since:  "v0.1.0",
	Rule: `A PATCH that adds to a value compounds when it is repeated. With a key it is applied
once.`,
	Why:   `A balance that is raised by 10 twice is wrong by 10, and no later read can tell.`,
	Fix:   `Let keys cover PATCH as they cover POST, or restate the change absolutely.`,
	Waive: `When no operation is relative.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc5789#section-2",
		"https://github.com/redhat-cop/patch-operator/issues/29",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "zero", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "patch", Request: idem.Request{Role: idem.Adjust, On: "made", Key: "k2"}},
			idem.Send{Label: "once", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "again", Request: idem.Request{Role: idem.Adjust, On: "made", Key: "k2"}},
			idem.Send{Label: "twice", Request: idem.Request{Role: idem.Read, On: "made"}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		success(p, "patch")
		zero, once, twice := success(p, "zero"), success(p, "once"), success(p, "twice")
		answer(p, "again")
		switch g := grew(zero, once, twice); {
		case g.repeated:
			p.Report(idem.Finding{
				Message:  "the target applied a relative PATCH again when it was repeated with its key",
				Want:     excerpt(once.Response.Body),
				Got:      excerpt(twice.Response.Body),
				Evidence: []string{"zero", "patch", "once", "again", "twice"},
			})
		case !g.seen:
			p.Inconclusive("the relative PATCH cannot be seen in a read of the resource: either reads lag, or they do not show what it changes", again)
		case !g.same:
			p.Inconclusive("the resource changed again in another way than by the PATCH: either it was applied again, or something else changed", again)
		}
	},
})
