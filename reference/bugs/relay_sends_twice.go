package bugs

import (
	"context"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RelaySendsTwice sends first and marks later.
var RelaySendsTwice = declare(Bug{
	ID:     "relay-sends-twice",
	Title:  "Takes a message out of its outbox only when it sees it again",
	Kind:   "outbox",
	Breaks: idem.OutsideOnce,
	Lever:  idem.OutsideLever,
	Cause: `The relay selects what is pending, sends it, and marks it in a second round. Two rounds that
overlap send each message twice, and neither the hook nor the mailbox can tell.`,
	Reports: []string{
		"https://github.com/entire-vc/evc-team-relay/pull/115",
		"https://github.com/Particular/docs.particular.net/issues/1816",
		"https://github.com/KanishJebaMathewM/Truxify/issues/14680",
	},
	CaughtBy: []string{"outside-effects-once"},
	Mutate: func(p *reference.Policy) {
		var mu sync.Mutex
		sent := map[string]bool{}
		right := p.Relay
		p.Relay = func(ctx context.Context, s reference.Store, m reference.Message) error {
			mu.Lock()
			again := sent[m.ID]
			sent[m.ID] = true
			mu.Unlock()
			if again {
				return right(ctx, s, m)
			}
			return s.Do(ctx, func(tx reference.Tx) error { return tx.Send(m) })
		}
	},
})
