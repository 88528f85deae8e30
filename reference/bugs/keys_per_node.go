package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeysPerNode lets each node keep keys of its own.
var KeysPerNode = declare(Bug{
	ID:     "keys-per-node",
	Title:  "Executes a repeat that reaches another node",
	Kind:   "one-process-memory",
	Breaks: idem.Replay,
	Cause: `Keys are kept in a map of the process, and there are two processes behind a balancer. The
second one has never heard of a key that the first one has answered.`,
	Reports: []string{
		"https://github.com/AnchorNet-Org/AnchorNet-Backend/issues/221",
		"https://github.com/triggerdotdev/trigger.dev/pull/4284",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		var b balancer
		right := p.Slot
		p.Slot = func(c *reference.Call) string {
			slot := right(c)
			return slot + " " + b.node(c, slot)
		}
	},
})
