package bugs

import (
	"context"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// RelayForgetsTheDead hands on what its own process has written.
var RelayForgetsTheDead = declare(Bug{
	ID:     "relay-forgets-the-dead",
	Title:  "Leaves what a process had put into the outbox before it died there for ever",
	Kind:   "outbox",
	Breaks: idem.OutsideRecovered,
	Lever:  idem.BreakLever,
	Cause: `Rows of the outbox belong to the node that wrote them, so that two relays do not send one
twice. A node that has died owns its rows still, and no other one takes them over.`,
	Reports: []string{
		"https://github.com/JasperFx/wolverine/issues/565",
		"https://github.com/hyperb1iss/sibyl/pull/349",
	},
	CaughtBy: []string{"outside-effects-recovered"},
	Mutate: func(p *reference.Policy) {
		var mine sync.Map // ids of messages that this process has announced
		announce, hand := p.Announce, p.Relay
		p.Announce = func(c *reference.Call, tx reference.Tx, m reference.Message) error {
			mine.Store(m.ID, true)
			return announce(c, tx, m)
		}
		p.Relay = func(ctx context.Context, s reference.Store, m reference.Message) error {
			if _, is := mine.Load(m.ID); !is {
				return nil
			}
			return hand(ctx, s, m)
		}
	},
})
