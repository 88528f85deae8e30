package bugs

import (
	"crypto/rand"

	"github.com/idemspec/idemspec/reference"
)

// notifyAgain sends a webhook and a receipt once more for what an answer shows.
func notifyAgain(c *reference.Call, shows reference.Answer, why string) error {
	return c.Store.Do(c.Context, func(tx reference.Tx) error {
		o, found, err := shown(tx, charges, shows)
		if err != nil || !found {
			return err
		}
		for _, kind := range []string{reference.ToHook, reference.ToMailbox} {
			m := reference.Message{
				ID: o.ID + "." + why + "." + rand.Text(), Kind: kind,
				Charge: o.ID, Account: o.Account, Marker: o.Marker, Body: shows.Body,
			}
			if err := tx.Send(m); err != nil {
				return err
			}
		}
		return nil
	})
}
