package bugs

import (
	"bytes"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// NestedMembersLeftOut lists the names of the top and filters by them below.
var NestedMembersLeftOut = declare(Bug{
	ID:     "nested-members-left-out",
	Title:  "Replays the first answer to a body with a change in a nested member",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `Members are sorted by handing JSON.stringify the sorted names of the top. It takes that
list for what may be written at any depth, and leaves out all that has another name.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/91",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/638",
	},
	CaughtBy: []string{"nested-change"},
	Mutate: func(p *reference.Policy) {
		comparing(p, func(first, now map[string]any) bool {
			return bytes.Equal(encoded(named(first, first)), encoded(named(now, now)))
		})
	},
})

// named keeps the members, at any depth, whose names are among those listed.
func named(object, list map[string]any) map[string]any {
	kept := map[string]any{}
	for name, value := range object {
		if _, listed := list[name]; !listed {
			continue
		}
		if inner, is := value.(map[string]any); is {
			value = named(inner, list)
		}
		kept[name] = value
	}
	return kept
}
