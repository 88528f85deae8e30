package checks

import "github.com/idemspec/idemspec/checks/idem"

// VolatileMembers holds a used key with other volatile members to a replay.
var VolatileMembers = declare(idem.Check{
	ID:     "volatile-members",
	Title:  "A used key with other values of volatile members is the same request",
	Family: "fingerprint",
	Clause: idem.Volatile,
	Since:  "v0.1.0",
	Rule: `Some members differ on each attempt by nature: a timestamp, a retry counter, a
signature. A contract that names them leaves them out of the comparison.`,
	Why: `If a timestamp enters the fingerprint, each honest retry is a conflict, and clients
answer by minting new keys.`,
	Fix:   `List the volatile members, leave them out of the fingerprint, and publish the list.`,
	Waive: `When no member of the body is volatile.`,
	Sources: []string{
		"https://github.com/asimons81/wp-chatgpt-publisher/pull/14",
		"https://github.com/OpenBanking-Brasil/openapi",
	},
	Plan:  volatileMembers.plan(idem.Volatile),
	Judge: volatileMembers.judge,
})

var volatileMembers = second{
	what:    "a used key with other values of volatile members",
	request: idem.Request{Body: idem.VolatileBody},
	control: true,
}
