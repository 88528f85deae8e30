package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BatchItemsUnkeyed knows its items by nothing.
var BatchItemsUnkeyed = declare(Bug{
	ID:     "batch-items-unkeyed",
	Title:  "Executes items of a batch again that an earlier batch had done",
	Kind:   "batch",
	Breaks: idem.BatchOverlap,
	Cause: `The batch has a key, and its items have none that anybody looks at. A client that sends what it
believes to be missing pays the known ones twice.`,
	Reports: []string{
		"https://github.com/milvus-io/milvus/pull/50007",
		"https://github.com/getlago/lago-api/issues/3049",
	},
	CaughtBy: []string{"batch-partly-repeated"},
	Mutate: func(p *reference.Policy) {
		p.ItemKey = func(*reference.Call, reference.Item) string { return "" }
		p.Overlap = func(*reference.Call) *reference.Answer { return nil }
	},
})
