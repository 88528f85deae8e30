package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// StrangerSpendsKey stores whatever comes back.
var StrangerSpendsKey = declare(Bug{
	ID:     "stranger-spends-key",
	Title:  "Stores the refusal of an unknown caller under the key and gives it to the right one",
	Kind:   "4xx-burns-key",
	Breaks: idem.AfterForbidden,
	Cause: `The layer that stores stands outside of the one that authenticates, and what is refused
there never reached the work. With the credential put right, the key answers as before.`,
	Reports: []string{
		"https://github.com/codatio/codat-docs/pull/1842",
		"https://github.com/KanishJebaMathewM/Truxify/issues/2869",
		"https://github.com/MCKRUZ/microsoft-agentic-harness/pull/127",
	},
	CaughtBy: []string{"forbidden-answer-not-kept"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		refused := map[string]*reference.Answer{} // by key
		right := p.Admit
		p.Admit = func(c *reference.Call) *reference.Answer {
			key, err := c.Policy.Key(c)
			no := right(c)
			if err != nil || key == "" {
				return no
			}
			mu.Lock()
			defer mu.Unlock()
			if no != nil && c.Account == "" {
				refused[key] = no
			}
			if stored := refused[key]; stored != nil {
				return stored
			}
			return no
		}
	},
})
