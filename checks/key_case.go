package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeyCase holds a used key in the other letter case to what is promised.
var KeyCase = declare(idem.Check{
	ID:     "key-case",
	Title:  "A used key in the other letter case is answered as promised",
	Family: "presence",
	Clause: idem.OtherCase,
	Since:  "v0.1.0",
	Rule: `Most contracts compare keys exactly. A few, such as those whose keys are UUIDs, do not
look at the case of letters.`,
	Why: `A database column that ignores case makes one key of two, on one database product and
not on the other. The second customer's payment is answered with the first one's
receipt.`,
	Fix: `Store keys in a column with a binary collation, or fold the case before storing and
document it.`,
	Waive: `When all keys are made by one library in one case.`,
	Sources: []string{
		"https://github.com/inclusionAI/Avernet/pull/789",
		"https://github.com/philfanzhou/StructaDoc/issues/26",
	},
	Plan:  keyCase.plan(idem.OtherCase),
	Judge: keyCase.judge,
})

var keyCase = second{
	what:    "a used key with its letters in the other case",
	request: idem.Request{Form: idem.OtherCaseKey},
}
