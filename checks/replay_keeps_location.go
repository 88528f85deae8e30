package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayKeepsLocation holds a replay to the Location of the first answer.
var ReplayKeepsLocation = declare(idem.Check{
	ID:     "replay-keeps-location",
	Title:  "A replay keeps the Location of the first answer",
	Family: "replay",
	Clause: idem.ReplayHeaders,
	Since:  "v0.1.0",
	Rule: `Header fields that belong to the result are part of the stored answer: a replay has the
Location of the first answer.`,
	Why: `A client that follows Location after creating has nowhere to go after a retry, and
creates again.`,
	Fix:   `Store the header fields that describe the result beside status and body.`,
	Waive: `When no caller reads the field.`,
	Sources: []string{
		"https://github.com/VSN2015/concerns_on_rails/pull/47",
		"https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
		}
	},
	Judge: func(p *idem.Pass) {
		keepsHeader(p, "Location", equal)
	},
})
