package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherHeaders holds a used key with other headers to a replay.
var OtherHeaders = declare(idem.Check{
	ID:     "other-headers",
	Title:  "A used key with other headers that do not matter is the same request",
	Family: "fingerprint",
	Clause: idem.OtherHeaderSent,
	Since:  "v0.1.0",
	Rule: `User agent, trace and language say who asks and how, not what for. They do not make
another request.`,
	Why: `Each attempt has its own trace id. A target that hashes all headers can never replay
anything.`,
	Fix:   `Put only headers into the fingerprint that change what is done, and publish which.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/tapickell/idempotent_middleware",
		"https://docs.oasis-open.org/odata/repeatable-requests/v1.0/cs01/repeatable-requests-v1.0-cs01.html",
	},
	Plan:  otherHeaders.plan(idem.OtherHeaderSent),
	Judge: otherHeaders.judge,
})

var otherHeaders = second{
	what:    "a used key with another user agent and trace",
	request: idem.Request{Vary: idem.OtherHeader},
}
