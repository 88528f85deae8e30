package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BodyInPlaceOfAccount trusts that equal requests come from equal callers.
var BodyInPlaceOfAccount = declare(Bug{
	ID:     "body-in-place-of-account",
	Title:  "Replays the answer of one account to another with the same key and body",
	Kind:   "cross-caller",
	Breaks: idem.OtherAccountSent,
	Cause: `Key and body are hashed to look the record up, and that was taken for enough to tell
callers apart. Whoever knows or guesses both is shown what was made for somebody else.`,
	Reports: []string{
		"https://github.com/apache/polaris/pull/3803",
		"https://github.com/paveg/hono-idempotency/issues/126",
	},
	CaughtBy: []string{"other-account"},
	Mutate: func(p *reference.Policy) {
		right := p.Slot
		p.Slot = func(c *reference.Call) string {
			anybody := *c
			anybody.Account = ""
			return right(&anybody) + " body=" + digest(string(encoded(members(c.Body))))
		}
		p.Entitled = func(*reference.Call, reference.Record) *reference.Answer { return nil }
	},
})
