package checks

import "github.com/idemspec/idemspec/checks/idem"

// LongestKey holds the longest allowed key to being taken.
var LongestKey = declare(idem.Check{
	ID:     "longest-key",
	Title:  "A key that is exactly as long as allowed is taken",
	Family: "presence",
	Clause: idem.LongestSent,
	Since:  "v0.1.0",
	Rule:   `What the documents allow is taken, to the last character.`,
	Why: `Clients build keys from tenant, order and attempt and use the whole length. An off-by-
one refuses their payments, on one route and not on the other.`,
	Fix:   `Give the key one limit for all routes, and a column that is wide enough for it.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/apache/fineract/pull/6404",
	},
	Applies: hasLongest,
	Plan:    oddKey(idem.LongestKey),
	Judge:   judgeOdd("a key that is exactly as long as allowed"),
})
