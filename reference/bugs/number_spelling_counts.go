package bugs

import (
	"bytes"
	"encoding/json"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// NumberSpellingCounts sorts members and leaves numbers as they are spelled.
var NumberSpellingCounts = declare(Bug{
	ID:     "number-spelling-counts",
	Title:  "Refuses a repeat that spells a number differently",
	Kind:   "too-strict-hash",
	Breaks: idem.OtherSpelling,
	Cause: `The canonical form sorts the members and copies each number as it was written. 4200 and
4200.0 are one number and two hashes.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"other-number-spelling"},
	Mutate: func(p *reference.Policy) {
		hashing(p, func(body []byte) (string, error) {
			d := json.NewDecoder(bytes.NewReader(body))
			d.UseNumber()
			var object map[string]any
			err := d.Decode(&object)
			delete(object, volatileMember)
			return string(encoded(object)), err
		})
	},
})
