package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// AbsentKeyShared has an entry for those who send no key.
var AbsentKeyShared = declare(Bug{
	ID:     "absent-key-shared",
	Title:  "Takes all requests without a key for one",
	Kind:   "absent-key-shared",
	Breaks: idem.MissingKey,
	Cause: `A missing key is a value like any other, such as "undefined", and is looked up and stored
as one. The second request of an account that sends no keys gets the first one's answer.`,
	Reports: []string{
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
				key = "undefined"
			}
			return key, err
		}
	},
})
