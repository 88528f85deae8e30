package bugs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ListsSorted sorts more than has no order.
var ListsSorted = declare(Bug{
	ID:     "lists-sorted",
	Title:  "Replays the first answer to a body whose list has another order",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The order of members was to be forgotten, and the function that sorts goes through
objects and lists alike.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-typescript/pull/2570",
	},
	CaughtBy: []string{"rearranged-list"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool { return reflect.DeepEqual(sorted(first), sorted(now)) })
	},
})

// sorted orders the items of each list by their text.
func sorted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := map[string]any{}
		for name, value := range v {
			all[name] = sorted(value)
		}
		return all
	case []any:
		all := slices.Clone(v)
		for i := range all {
			all[i] = sorted(all[i])
		}
		slices.SortFunc(all, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return all
	}
	return v
}
