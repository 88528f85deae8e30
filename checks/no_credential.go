package checks

import "github.com/idemspec/idemspec/checks/idem"

// NoCredential holds a used key without a credential to a refusal.
var NoCredential = declare(idem.Check{
	ID:     "no-credential",
	Title:  "A used key without a credential is refused",
	Family: "scope",
	Clause: idem.NoCredential,
	Since:  "v0.1.0",
	Rule: `Who asks is settled before what for. A request without a credential is refused as
always, and the stored answer is not shown.`,
	Why: `A replay layer in front of authentication hands a receipt to whoever knows or guesses a
key.`,
	Fix:   `Look keys up after authentication.`,
	Waive: `Never.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-5",
		"https://github.com/MCKRUZ/microsoft-agentic-harness/pull/127",
	},
	Plan:  noCredential.plan(idem.NoCredential),
	Judge: noCredential.judge,
})

var noCredential = second{
	what:    "a used key without any credential",
	request: idem.Request{As: idem.Nobody},
}
