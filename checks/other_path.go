package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherPath holds a used key on another operation to what is promised.
var OtherPath = declare(idem.Check{
	ID:     "other-path",
	Title:  "A used key on another operation is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherPath,
	Since:  "v0.1.0",
	Rule: `A key belongs to one request. On another operation it is an error, or a key of its own,
as the contract says; under a few it gets the first operation's answer.`,
	Why: `A client that derives keys from an order number sends one key to two operations. A raw
header used as the store's key then answers the second operation with the first one's
receipt, and the second is never done.`,
	Fix: `Make the concrete path part of the scope or of the fingerprint: the path with its
parameters, not the route's template.`,
	Waive: `When the documents say that keys are independent of the route; then say so in the
profile (does: replays).`,
	Sources: []string{
		"https://github.com/LabsCrypt/remitlend/pull/1680",
		"https://github.com/RamaAditya49/titen/issues/37",
		"https://docs.moderntreasury.com/reference/idempotent-requests",
	},
	Plan:  otherPath.plan(idem.OtherPath),
	Judge: otherPath.judge,
})

var otherPath = second{
	what:    "a used key on another operation",
	request: idem.Request{Role: idem.Other},
	control: true,
}
