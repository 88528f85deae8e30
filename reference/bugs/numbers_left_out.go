package bugs

import (
	"maps"
	"reflect"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// NumbersLeftOut compares the members that are text.
var NumbersLeftOut = declare(Bug{
	ID:     "numbers-left-out",
	Title:  "Replays the first answer to a body with another amount",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The hash is computed over strings, and a number is passed over in silence by the function
that collects them. The amount is the one member that is a number.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz-sdk-golang/pull/236",
		"https://github.com/fossasia/eventyay/issues/602",
	},
	CaughtBy: []string{"mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool {
			return reflect.DeepEqual(withoutNumbers(first), withoutNumbers(now))
		})
	},
})

// withoutNumbers leaves out the members that are numbers.
func withoutNumbers(object map[string]any) map[string]any {
	kept := maps.Clone(object)
	maps.DeleteFunc(kept, func(_ string, value any) bool {
		_, is := value.(float64)
		return is
	})
	return kept
}
