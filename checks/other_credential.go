package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherCredential holds another credential's use of a used key to what is promised.
var OtherCredential = declare(idem.Check{
	ID:     "other-credential",
	Title:  "A used key under another credential of the account is answered as promised",
	Family: "scope",
	Clause: idem.OtherCredential,
	Since:  "v0.1.0",
	Rule: `A contract whose scope is the account replays to any of its credentials; one whose scope
is the credential executes.`,
	Why: `Credentials are rotated while retries are under way. Where the scope is the credential,
a retry after the rotation pays twice, and callers must know.`,
	Fix:   `Choose the scope, publish it, and use it in the unique index.`,
	Waive: `When an account has one credential at a time and none is rotated.`,
	Sources: []string{
		"https://docs.moderntreasury.com/reference/idempotent-requests",
		"https://github.com/NousResearch/hermes-agent/pull/24200",
	},
	Plan:  otherCredential.plan(idem.OtherCredential),
	Judge: otherCredential.judge,
})

var otherCredential = second{
	what:    "the account's used key under another of its credentials",
	request: idem.Request{As: idem.SameAccount},
}
