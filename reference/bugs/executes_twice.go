package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ExecutesTwice does the work of one request two times.
var ExecutesTwice = declare(Bug{
	ID:     "executes-twice",
	Title:  "Charges twice for one request",
	Kind:   "downstream-unkeyed",
	Breaks: idem.First,
	Cause: `The provider is called from within a loop that repeats what it takes for failed, without
a key of its own. The caller's key guards the way in, and nothing guards the way out.`,
	Reports: []string{
		"https://github.com/civitai/civitai/pull/3473",
		"https://github.com/formancehq/wallets/pull/109",
	},
	CaughtBy: []string{"first-creates-one-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Execute
		p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
			if c.Request.Method == http.MethodPost {
				err := c.Store.Do(c.Context, func(tx reference.Tx) error {
					_, err := work(tx)
					return err
				})
				if err != nil {
					return reference.Answer{}, err
				}
			}
			return right(c, mine, work)
		}
	},
})
