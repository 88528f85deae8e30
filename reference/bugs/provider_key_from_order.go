package bugs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ProviderKeyFromOrder takes what a charge is for in place of what it is.
var ProviderKeyFromOrder = declare(Bug{
	ID:     "provider-key-from-order",
	Title:  "Calls its provider for a second charge of an order under the key of the first",
	Kind:   "dedupe-window",
	Breaks: idem.OutsideRecovered,
	Lever:  idem.BreakLever,
	Cause: `The key for the provider is made of the account and the order, so that no retry can make
another. The second charge of an order is wanted, and the provider drops it as a duplicate.`,
	Reports: []string{
		"https://github.com/nats-io/nats-server/issues/2921",
		"https://github.com/crbnos/carbon/issues/252",
		"https://github.com/alexfrmn/murmur/issues/141",
	},
	CaughtBy: []string{"outside-effects-recovered"},
	Mutate: func(p *reference.Policy) {
		right := p.Relay
		p.Relay = func(ctx context.Context, s reference.Store, m reference.Message) error {
			if m.Kind == reference.ToProvider {
				sum := sha256.Sum256([]byte(m.Account + " " + m.Marker))
				m.Key = hex.EncodeToString(sum[:16])
			}
			return right(ctx, s, m)
		}
	},
})
