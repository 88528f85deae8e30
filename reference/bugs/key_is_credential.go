package bugs

import (
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyIsCredential looks keys up before it asks who calls.
var KeyIsCredential = declare(Bug{
	ID:     "key-is-credential",
	Title:  "Replays a stored answer to a request without a credential",
	Kind:   "replay-skips-authz",
	Breaks: idem.NoCredential,
	Cause: `The layer that replays stands outside of the one that authenticates. Whoever knows a key
and the request that it came with is shown the receipt.`,
	Reports: []string{
		"https://github.com/MCKRUZ/microsoft-agentic-harness/pull/127",
		"https://github.com/kitokoh/leopardo-hr/issues/8052",
	},
	CaughtBy: []string{"no-credential"},
	Mutate: func(p *reference.Policy) {
		type owner struct{ account, credential string }
		var mu sync.Mutex
		owners := map[string]owner{} // by key
		admit, claim := p.Admit, p.Claim
		p.Claim = func(c *reference.Call, mine reference.Record) (reference.Record, bool, error) {
			mu.Lock()
			owners[c.Key] = owner{c.Account, c.Credential}
			mu.Unlock()
			return claim(c, mine)
		}
		p.Admit = func(c *reference.Call) *reference.Answer {
			no := admit(c)
			if no == nil || c.Request.Header.Get("Authorization") != "" {
				return no
			}
			key, err := c.Policy.Key(c)
			mu.Lock()
			who, known := owners[key]
			mu.Unlock()
			if err != nil || !known {
				return no
			}
			c.Account, c.Credential = who.account, who.credential
			c.Bar(*no) // it gets no further than to what is stored
			return nil
		}
	},
})
