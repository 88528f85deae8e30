package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayKeepsContentType holds a replay to the Content-Type of the first answer.
var ReplayKeepsContentType = declare(idem.Check{
	ID:     "replay-keeps-content-type",
	Title:  "A replay keeps the Content-Type of the first answer",
	Family: "replay",
	Clause: idem.ReplayHeaders,
	Since:  "v0.1.0",
	Rule: `Header fields that belong to the result are part of the stored answer: a replay has the
Content-Type of the first answer.`,
	Why: `A body under another type is parsed by other rules, or not at all: the receipt is there
and cannot be read.`,
	Fix:   `Store the content type with the body, also on paths where the answer is finished late.`,
	Waive: `When no caller reads the field.`,
	Sources: []string{
		"https://github.com/chuanghiduoc/nestjs-fastify-nx/pull/127",
		"https://www.rfc-editor.org/rfc/rfc9110#section-8.3",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
		}
	},
	Judge: func(p *idem.Pass) {
		keepsHeader(p, "Content-Type", sameMedia)
	},
})
