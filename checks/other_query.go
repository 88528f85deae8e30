package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherQuery holds a used key with another query to what is promised.
var OtherQuery = declare(idem.Check{
	ID:     "other-query",
	Title:  "A used key with another query is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherQuerySent,
	Since:  "v0.1.0",
	Rule: `The query is part of the request. Most contracts that speak of it refuse a used key
whose query differs, or keep the two apart.`,
	Why: `A transfer that names the payee in the query was answered as done, to the first payee:
the second one never got the money.`,
	Fix: `Compute the fingerprint over method, path, query and body, store it with the claim, and
compare before anything else is done with a known key.`,
	Waive: `When no operation of the target takes parameters in its query.`,
	Sources: []string{
		"https://github.com/pathosDev/actor-ts/issues/609",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
	},
	Plan:  otherQuery.plan(idem.OtherQuerySent),
	Judge: otherQuery.judge,
})

var otherQuery = second{
	what:    "a used key with another query",
	request: idem.Request{Vary: idem.OtherQuery},
	control: true,
}
