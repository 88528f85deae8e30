package checks

import "github.com/idemspec/idemspec/checks/idem"

// TwoKeys holds a request with two keys to what is promised.
var TwoKeys = declare(idem.Check{
	ID:     "two-keys",
	Title:  "Two keys in one request are answered as promised",
	Family: "presence",
	Clause: idem.PairSent,
	Since:  "v0.1.0",
	Rule: `A request has one intent. Two keys in it are an error; which of them counts must not be
a matter of chance.`,
	Why: `A proxy that adds a key of its own to one that is there makes two. A server that takes
the first and a gateway that takes the last disagree on what a retry is.`,
	Fix:   `Read all fields of that name and refuse more than one.`,
	Waive: `When a gateway in front is known to reject such requests.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc8941#section-4.2",
		"https://github.com/grimurrash/test-task2/issues/73",
	},
	Applies: headerOnly,
	Plan:    oddKey(idem.PairKey),
	Judge:   judgeOdd("two keys in one request"),
})
