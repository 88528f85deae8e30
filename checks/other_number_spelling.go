package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherNumberSpelling holds a used key with a respelled number to what is promised.
var OtherNumberSpelling = declare(idem.Check{
	ID:     "other-number-spelling",
	Title:  "A used key with a number spelled differently is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherSpelling,
	Since:  "v0.1.0",
	Rule: `4200 and 4200.0 are one number. A contract that compares values takes the body for the
same request; one that compares bytes says so.`,
	Why: `Decoding and encoding again, as queues and gateways do, changes how numbers are spelled.
A retry that passed one must not be taken for another order.`,
	Fix:   `Compare numbers by value, or document that bytes are compared.`,
	Waive: `When the documents say that bytes are compared, or amounts are texts.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc8785",
		"https://www.rfc-editor.org/rfc/rfc8259#section-6",
	},
	Plan:  otherNumberSpelling.plan(idem.OtherSpelling),
	Judge: otherNumberSpelling.judge,
})

var otherNumberSpelling = second{
	what:    "a used key with the same number spelled differently",
	request: idem.Request{Body: idem.RespelledBody},
	control: true,
}
