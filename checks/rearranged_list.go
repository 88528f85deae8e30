package checks

import "github.com/idemspec/idemspec/checks/idem"

// RearrangedList holds a used key with a rearranged list to what is promised for another body.
var RearrangedList = declare(idem.Check{
	ID:     "rearranged-list",
	Title:  "A used key with a list in another order is another request",
	Family: "fingerprint",
	Clause: idem.Mismatch,
	Since:  "v0.1.0",
	Rule: `The members of a JSON object have no order, and the items of a list do. A list in another
order is another body.`,
	Why: `First this payee and then that one; capture, then refund. A fingerprint that sorts all that
it finds replays the receipt of one sequence for the other.`,
	Fix:   `Sort the members of objects alone, as RFC 8785 does, and leave lists as they are.`,
	Waive: `When the documents call the list a set.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc8259#section-1",
		"https://www.rfc-editor.org/rfc/rfc8785#section-3.2.3",
	},
	Applies: anyMemberCounts,
	Plan:    rearrangedList.plan(idem.Mismatch),
	Judge:   rearrangedList.judge,
})

var rearrangedList = second{
	what:    "a used key with a list in another order",
	request: idem.Request{Body: idem.RearrangedBody},
	control: true,
}
