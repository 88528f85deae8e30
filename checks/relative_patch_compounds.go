package checks

import "github.com/idemspec/idemspec/checks/idem"

// RelativePatchCompounds holds an unkeyed relative PATCH to being applied each time.
var RelativePatchCompounds = declare(idem.Check{
	ID:     "relative-patch-compounds",
	Title:  "A relative PATCH without a key is applied each time",
	Family: "methods",
	Clause: idem.PatchUnkeyed,
	Since:  "v0.1.0",
	Rule:   `Without a key two equal PATCHes are two requests. A relative one is applied twice.`,
	Why: `A target that drops the second one on its own, since it looks the same, loses a change
that was meant.`,
	Fix:   `Do not guess intent from equal bodies.`,
	Waive: `When the documents describe such a guess.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc5789#section-2",
		"https://github.com/serg-io/dynamodb-atomic-counter/issues/4",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "zero", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "patch", Request: idem.Request{Role: idem.Adjust, On: "made"}},
			idem.Send{Label: "once", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "again", Request: idem.Request{Role: idem.Adjust, On: "made"}},
			idem.Send{Label: "twice", Request: idem.Request{Role: idem.Read, On: "made"}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		patch, repeat := success(p, "patch"), success(p, "again")
		zero, once, twice := success(p, "zero"), success(p, "once"), success(p, "twice")
		switch g := grew(zero, once, twice); {
		case !g.seen:
			p.Inconclusive("the relative PATCH cannot be seen in a read of the resource: either reads lag, or they do not show what it changes", again)
		case !g.same:
		case !idem.EqualJSON(patch.Response.Body, repeat.Response.Body, writeCounters...):
			p.Inconclusive("a read does not show the second relative PATCH, whose answer is another one than the first: either it was not applied, or reads lag", again)
		case !idem.EqualJSON(patch.Response.Body, once.Response.Body, writeCounters...):
			p.Inconclusive("a read does not show the second relative PATCH, and its answer does not show the resource: either it was not applied, or reads lag", again)
		default:
			p.Report(idem.Finding{
				Message:  "the target answered a second relative PATCH with success and did not apply it",
				Want:     "another state than " + excerpt(once.Response.Body),
				Got:      excerpt(twice.Response.Body),
				Evidence: []string{"patch", "once", "again", "twice"},
			})
		}
	},
})
