package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherQuoting holds a used key in the other syntax to what is promised.
var OtherQuoting = declare(idem.Check{
	ID:     "other-quoting",
	Title:  "A used key in the other syntax is answered as promised",
	Family: "presence",
	Clause: idem.OtherQuoting,
	Since:  "v0.1.0",
	Rule: `The draft writes keys in double quotes, and most of the world does not. A contract that
takes both says whether they are the same key.`,
	Why: `Clients move from one syntax to the other when a library is updated. If the quotes
become part of the key, a retry across that update pays twice.`,
	Fix: `Parse the field as RFC 8941 says, fall back to the bare value if you take that too, and
store the parsed value.`,
	Waive: `While only one syntax is in use.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.1",
		"https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3",
	},
	Applies: headerOnly,
	Plan:    otherQuoting.plan(idem.OtherQuoting),
	Judge:   otherQuoting.judge,
})

var otherQuoting = second{
	what:    "a used key in the other syntax",
	request: idem.Request{Form: idem.OtherQuotes},
}
