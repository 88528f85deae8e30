package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BatchKeyIgnored does not look for keys on that route.
var BatchKeyIgnored = declare(Bug{
	ID:     "batch-key-ignored",
	Title:  "Ignores the key of a batch",
	Kind:   "batch",
	Breaks: idem.BatchRepeat,
	Cause: `The key is read by the handler of single charges. The route for batches was added later, and
does not call it.`,
	Reports: []string{
		"https://github.com/namuh-eng/opensend/issues/176",
	},
	CaughtBy: []string{"batch-repeated"},
	Mutate: func(p *reference.Policy) {
		unrouted(p, "/v1/batches")
		p.ItemKey = func(*reference.Call, reference.Item) string { return "" }
		p.Overlap = func(*reference.Call) *reference.Answer { return nil }
	},
})
