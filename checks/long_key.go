package checks

import "github.com/idemspec/idemspec/checks/idem"

// LongKey holds a key that is too long to what is promised.
var LongKey = declare(idem.Check{
	ID:     "long-key",
	Title:  "A key that is too long is answered as promised",
	Family: "presence",
	Clause: idem.LongKeySent,
	Since:  "v0.1.0",
	Rule: `A contract that names a longest key refuses a longer one before anything is done. It
does not cut it.`,
	Why: `A key that is cut to the width of a column meets another customer's key with the same
beginning; one that breaks the store is a server error on each retry.`,
	Fix:   `Check the length, in the unit that the documents name, before the key is looked up.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/apache/fineract/pull/3926",
		"https://github.com/paveg/hono-idempotency/issues/93",
	},
	Applies: hasLongest,
	Plan:    oddKey(idem.LongKey),
	Judge:   judgeOdd("a key that is too long"),
})
