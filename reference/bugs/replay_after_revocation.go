package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayAfterRevocation asks for rights where work begins.
var ReplayAfterRevocation = declare(Bug{
	ID:     "replay-after-revocation",
	Title:  "Replays to a caller that has lost the right",
	Kind:   "replay-skips-authz",
	Breaks: idem.RightRevoked,
	Cause: `Rights are checked by the handler, and a replay does not come to the handler. A token that
was taken from somebody still shows what it has paid for.`,
	Reports: []string{
		"https://github.com/margince/margince/issues/5315",
		"https://github.com/MCKRUZ/microsoft-agentic-harness/pull/127",
	},
	CaughtBy: []string{"right-revoked"},
	Mutate: func(p *reference.Policy) {
		right := p.Admit
		p.Admit = func(c *reference.Call) *reference.Answer {
			no := right(c)
			if no != nil && c.Account != "" {
				c.Bar(*no)
				return nil
			}
			return no
		}
	},
})
