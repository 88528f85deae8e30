package checks

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// RefusalExplained holds the refusal of a changed body to explaining itself.
var RefusalExplained = declare(idem.Check{
	ID:     "refusal-explained",
	Title:  "A refusal of a key says what is wrong",
	Family: "presence",
	Clause: idem.ErrorDocument,
	Since:  "v0.1.0",
	Rule: `The refusal is a problem document (RFC 9457) with type, title and status, or it has a
Link to a description.`,
	Why: `The person who reads it at three in the morning has to know whether to send the same key
again, a new one, or nothing at all.`,
	Fix: `Answer with application/problem+json whose type is the address of the rule, or with
Link: rel=describedby.`,
	Waive: `When all clients are your own.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.7",
		"https://www.rfc-editor.org/rfc/rfc9457",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "first")
		x := answer(p, "changed")
		if x.Response.Status/100 != 4 {
			p.Inconclusive("the changed body was not refused, so there is nothing to explain", "see the finding of mismatch-refused first")
		}
		explained(p, x, "the target refused a used key without saying what is wrong as promised")
	},
})

// explained holds a refusal to what the contract says of its form; where it says
// nothing more, to a problem document or a link to a description.
func explained(p *idem.Pass, x idem.Exchange, message string) {
	want := "application/problem+json that says something, or a Link to a description"
	ok := explains(*x.Response)
	if a := p.Clause.Answer; a.Media != "" || len(a.Select) > 0 {
		c := p.Clause
		c.Answer.Status = []int{x.Response.Status}
		ok, want = c.Accepts(*x.Response, nil), c.Wants()
	}
	if !ok {
		p.Report(idem.Finding{Message: message, Want: want, Got: header(x, "Content-Type"), Evidence: []string{x.Label}})
	}
}

// explains reports whether a refusal is a problem document that says something,
// whose members are all optional (RFC 9457, section 3.1), or links to its
// description.
func explains(r idem.Response) bool {
	if link, found := r.Lookup("Link"); found && (strings.Contains(link, "describedby") || strings.Contains(link, "help")) {
		return true
	}
	kind, _ := r.Lookup("Content-Type")
	_, typed := r.At("/type")
	_, titled := r.At("/title")
	_, detailed := r.At("/detail")
	return strings.HasPrefix(kind, "application/problem+json") && (typed || titled || detailed)
}
