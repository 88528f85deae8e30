package checks

import "github.com/idemspec/idemspec/checks/idem"

// EmptyKey holds a key of no characters to what is promised.
var EmptyKey = declare(idem.Check{
	ID:     "empty-key",
	Title:  "A key of no characters is answered as promised",
	Family: "presence",
	Clause: idem.EmptyKeySent,
	Since:  "v0.1.0",
	Rule: `An empty key is no key. Where a key is required it is refused; it is never a key that
all careless clients share.`,
	Why: `A client whose variable was not set sends an empty header. If that counts as a key, the
second such client gets the first one's receipt and its own payment is lost.`,
	Fix:   `Treat an empty value as an absent key.`,
	Waive: `Never for an operation that moves money.`,
	Sources: []string{
		"https://github.com/fireblocks/fireblocks-sdk-js/pull/59",
		"https://github.com/aws-powertools/powertools-lambda-typescript/issues/1501",
	},
	Plan:  oddKey(idem.EmptyKey),
	Judge: judgeOdd("a key of no characters"),
})
