package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// AbsentKeyShared looks at the parts of a key that are there.
var AbsentKeyShared = declare(Bug{
	ID:     "absent-key-shared",
	Title:  "Takes all requests of an order that have no key for one",
	Kind:   "absent-key-shared",
	Breaks: idem.MissingKey,
	Cause: `Keys are stored together with the order, and a missing one leaves the order alone, which
counts as a key. The second request without one gets the first one's answer.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8390",
		"https://github.com/aws-powertools/powertools-lambda-typescript/issues/1501",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/2465",
		"https://github.com/KanishJebaMathewM/Truxify/issues/2382",
	},
	CaughtBy: []string{"keyless-requests-separate"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			if err == nil && key == "" && c.Policy.Missing(c) == nil {
				key = "undefined " + digest(order(c))
			}
			return key, err
		}
	},
})
