package checks

import "github.com/idemspec/idemspec/checks/idem"

// PartialPutRefused holds a partial PUT to what is promised.
var PartialPutRefused = declare(idem.Check{
	ID:     "partial-put-refused",
	Title:  "A PUT that lacks a member is answered as promised",
	Family: "methods",
	Clause: idem.PutPartial,
	Since:  "v0.1.0",
	Rule: `PUT replaces the whole. One that lacks a member is refused, or removes the member; it is
not merged in silence.`,
	Why: `A partial PUT that is merged looks idempotent and is not: two of them in another order
leave another state, and the client never learns that it sent too little.`,
	Fix:   `Refuse a PUT that is not whole, and offer PATCH.`,
	Waive: `When the documents call it a merge.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "whole", Request: idem.Request{Role: idem.Read, On: "made"}},
			idem.Send{Label: "partial", Request: idem.Request{Role: idem.Replace, On: "made", Body: idem.PartialBody}},
			idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "made"}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		whole, partial := success(p, "whole"), answer(p, "partial")
		if !p.Clause.Accepts(*partial.Response, nil) {
			p.Report(idem.Finding{
				Message:  "the target took a PUT that lacks a member",
				Want:     wanted(p.Clause),
				Got:      status(partial),
				Evidence: []string{"partial"},
			})
			return
		}
		read := success(p, "read")
		for _, m := range membersOf(partial.Sent.Body) {
			sent, _ := sentAt(partial, m)
			was, _ := whole.Response.At(m)
			if is, found := read.Response.At(m); found && is == sent && was != sent {
				p.Report(idem.Finding{
					Message:  "the target changed the resource by a PUT that it refused",
					Want:     excerpt(whole.Response.Body),
					Got:      excerpt(read.Response.Body),
					Evidence: []string{"whole", "partial", "read"},
				})
				return
			}
		}
	},
})
