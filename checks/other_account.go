package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherAccount holds another account's use of a used key to what is promised.
var OtherAccount = declare(idem.Check{
	ID:     "other-account",
	Title:  "A used key of another account is answered as promised",
	Family: "scope",
	Clause: idem.OtherAccountSent,
	Since:  "v0.1.0",
	Rule: `Keys are unique within an account, not in the world. Another account with the same key
gets work of its own, or a refusal; never the first account's answer.`,
	Why: `A shared key store shows one customer's payment to another, and swallows the other's. It
is the worst of the leaks that keys can cause, and a guessable key makes it an attack.`,
	Fix: `Make the authenticated account part of the unique index, and read it after
authentication, never from the request.`,
	Waive: `Never.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-5",
		"https://github.com/paveg/hono-idempotency/issues/126",
		"https://github.com/arun0009/idempotent/pull/217",
	},
	Plan:  otherAccount.plan(idem.OtherAccountSent),
	Judge: otherAccount.judge,
})

var otherAccount = second{
	what:    "another account's used key",
	request: idem.Request{As: idem.OtherAccount},
}
