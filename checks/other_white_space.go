package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherWhiteSpace holds a used key with other white space to what is promised.
var OtherWhiteSpace = declare(idem.Check{
	ID:     "other-white-space",
	Title:  "A used key with other white space is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherSpacing,
	Since:  "v0.1.0",
	Rule: `White space between the tokens of JSON means nothing. A contract that compares values
takes the body for the same request; one that compares bytes says so.`,
	Why: `A retry through another client or gateway is formatted differently. If that counts as
another request, the safe retry is lost.`,
	Fix:   `Hash a canonical form (RFC 8785) or the decoded value, not the raw text.`,
	Waive: `When the documents say that bytes are compared.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc8785",
		"https://www.rfc-editor.org/rfc/rfc8259#section-2",
	},
	Plan:  otherWhiteSpace.plan(idem.OtherSpacing),
	Judge: otherWhiteSpace.judge,
})

var otherWhiteSpace = second{
	what:    "a used key with the same JSON and other white space",
	request: idem.Request{Body: idem.RespacedBody},
	control: true,
}
