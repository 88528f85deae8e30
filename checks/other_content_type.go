package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherContentType holds a used key with another spelling of the content type to what is promised.
var OtherContentType = declare(idem.Check{
	ID:     "other-content-type",
	Title:  "A used key with another spelling of the content type is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherTypeSent,
	Since:  "v0.1.0",
	Rule: `The same bytes under another media type can mean something else; the same type with a
charset parameter usually does not. The contract says which.`,
	Why: `A client library that is updated between attempts spells the header differently. If that
makes the retry a conflict, the caller mints a new key and pays twice.`,
	Fix: `Compare the parsed media type, or leave the header out of the fingerprint, and document
which.`,
	Waive: `When all clients are known to send one spelling.`,
	Sources: []string{
		"https://docs.telnesstech.com/api-reference/idempotency",
		"https://docs.whop.com/developer/api/idempotency",
	},
	Plan:  otherContentType.plan(idem.OtherTypeSent),
	Judge: otherContentType.judge,
})

var otherContentType = second{
	what:    "a used key with another spelling of the content type",
	request: idem.Request{Vary: idem.OtherType},
	control: true,
}
