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
	Plan: otherAccount.plan(idem.OtherAccountSent),
	Judge: func(p *idem.Pass) {
		first, again := success(p, "first"), answer(p, "second")
		short := first.Resource != "" && len(first.Resource) < tellingID
		if p.Clause.Does != idem.Executes || !succeeded(p, again) || !short || first.Resource != again.Resource || p.Contract.Marker.On(*again.Response) {
			otherAccount.judge(p)
			return
		}
		// Each account may count its own resources. Effects tell.
		untouched(p, "before")
		effects(p, "after", otherAccount.due(p.Clause), "the target made a further effect for "+otherAccount.what, "first", "second")
	},
})

// tellingID is how long an id has to be at least so that two accounts do not come
// to the same one by counting, and so that it stands in no body by chance.
const tellingID = 8

var otherAccount = second{
	what:    "another account's used key",
	request: idem.Request{As: idem.OtherAccount},
}
