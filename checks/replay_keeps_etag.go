package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayKeepsEtag holds a replay to the ETag of the first answer.
var ReplayKeepsEtag = declare(idem.Check{
	ID:     "replay-keeps-etag",
	Title:  "A replay keeps the ETag of the first answer",
	Family: "replay",
	Clause: idem.ReplayHeaders,
	Since:  "v0.1.0",
	Rule: `Header fields that belong to the result are part of the stored answer: a replay has the
ETag of the first answer.`,
	Why: `A client that goes on with If-Match after a retry has no version to name, and overwrites
what others wrote.`,
	Fix:   `Store the header fields that describe the result beside status and body.`,
	Waive: `When no caller reads the field.`,
	Sources: []string{
		"https://github.com/VSN2015/concerns_on_rails/pull/47",
		"https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
		}
	},
	Judge: func(p *idem.Pass) {
		keepsHeader(p, "ETag", equal)
	},
})
