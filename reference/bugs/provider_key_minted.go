package bugs

import (
	"context"
	"crypto/rand"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ProviderKeyMinted gives each attempt a key of its own.
var ProviderKeyMinted = declare(Bug{
	ID:     "provider-key-minted",
	Title:  "Calls its provider again after a time-out, under a new key",
	Kind:   "downstream-unkeyed",
	Breaks: idem.OutsideOnce,
	Lever:  idem.OutsideLever,
	Cause: `The key for the provider is made where the call is made, inside of the loop that repeats it.
A first call that was carried out and answered too late is followed by another order.`,
	Reports: []string{
		"https://github.com/civitai/civitai/pull/3473",
		"https://github.com/formancehq/wallets/pull/109",
		"https://github.com/diggerhq/opencomputer/issues/276",
	},
	CaughtBy: []string{"outside-effects-once"},
	Mutate: func(p *reference.Policy) {
		right := p.Relay
		p.Relay = func(ctx context.Context, s reference.Store, m reference.Message) error {
			if m.Kind != reference.ToProvider {
				return right(ctx, s, m)
			}
			m.Key = rand.Text()
			if err := s.Do(ctx, func(tx reference.Tx) error { return tx.Send(m) }); err != nil {
				return err
			}
			// The answer did not come in time.
			m.Key = rand.Text()
			return right(ctx, s, m)
		}
	},
})
