package bugs

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyCaseFolded stores keys in a column that ignores case.
var KeyCaseFolded = declare(Bug{
	ID:     "key-case-folded",
	Title:  "Takes keys that differ in the case of letters for one",
	Kind:   "key-case",
	Breaks: idem.OtherCase,
	Cause: `The column has the usual collation of its database, which ignores case. On the database
that the tests run on, it does not.`,
	Reports: []string{
		"https://github.com/inclusionAI/Avernet/pull/789",
		"https://github.com/philfanzhou/StructaDoc/issues/26",
	},
	CaughtBy: []string{"key-case"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			return strings.ToLower(key), err
		}
	},
})
