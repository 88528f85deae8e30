package bugs

import (
	"fmt"
	"reflect"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// TypesLeftOut compares values as text.
var TypesLeftOut = declare(Bug{
	ID:     "types-left-out",
	Title:  "Replays the first answer to a body with the same text as another type",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The members are joined as text before they are hashed, as in a query string. A number
and its text, or a truth value and its word, cannot be told apart any more.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8390",
	},
	CaughtBy: []string{"retyped-member"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool { return reflect.DeepEqual(asText(first), asText(now)) })
	},
})

// asText writes all that is no object or list as text.
func asText(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := map[string]any{}
		for name, value := range v {
			all[name] = asText(value)
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i, value := range v {
			all[i] = asText(value)
		}
		return all
	}
	return fmt.Sprint(v)
}
