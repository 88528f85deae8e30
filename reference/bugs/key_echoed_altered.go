package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyEchoedAltered names the key as it is stored.
var KeyEchoedAltered = declare(Bug{
	ID:     "key-echoed-altered",
	Title:  "Names another key than the one that was sent",
	Kind:   "key-case",
	Breaks: idem.Echoed,
	Cause: `What is echoed is the key of the store, in the spelling that the store keeps. A client
that looks its requests up by what comes back does not find them.`,
	Reports: []string{
		"https://github.com/inclusionAI/Avernet/pull/789",
	},
	CaughtBy: []string{"key-echoed"},
	Mutate: func(p *reference.Policy) {
		right := p.Fresh
		p.Fresh = func(c *reference.Call, a reference.Answer) reference.Answer {
			a = right(c, a)
			for name, values := range a.Header {
				if len(values) == 1 && len(c.Carried) == 1 && values[0] == c.Carried[0] {
					a.Header.Set(name, "key:"+values[0])
				}
			}
			return a
		}
	},
})
