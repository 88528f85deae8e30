package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherMemberOrder holds a used key with reordered members to what is promised.
var OtherMemberOrder = declare(idem.Check{
	ID:     "other-member-order",
	Title:  "A used key with members in another order is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherOrder,
	Since:  "v0.1.0",
	Rule: `JSON objects have no order. A contract that compares values takes the reordered body for
the same request; one that compares bytes does not, and says so.`,
	Why: `Some languages write members in a new order on each run. If order matters to the
fingerprint, an honest retry after a restart is refused or, worse, executed.`,
	Fix:   `Hash a canonical form (RFC 8785) or the decoded value, not the raw text.`,
	Waive: `When the documents say that bytes are compared.`,
	Sources: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
		"https://www.rfc-editor.org/rfc/rfc8785",
	},
	Plan:  otherMemberOrder.plan(idem.OtherOrder),
	Judge: otherMemberOrder.judge,
})

var otherMemberOrder = second{
	what:    "a used key with the same JSON in another order",
	request: idem.Request{Body: idem.ReorderedBody},
	control: true,
}
