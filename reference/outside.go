package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Message is something that leaves the server on account of an effect.
type Message struct {
	ID      string `json:"id"`   // the same however often it is sent
	Kind    string `json:"kind"` // one of [ToHook], [ToMailbox] and [ToProvider]
	Key     string `json:"key"`  // idempotency key of a call to the provider; empty on any other message
	Charge  string `json:"charge"`
	Account string `json:"-"`
	Marker  string `json:"-"`
	Body    []byte `json:"-"`
}

// The kinds of messages.
const (
	ToHook     = "webhook"
	ToMailbox  = "mail"
	ToProvider = "provider" // a call that moves the money, under a key of its own
)

// announce lets out what an effect on a charge has to tell the world: an event
// to the hook, a receipt to the mailbox and an order to the provider. Their ids
// and the provider's key are made of the effect's id, so that no attempt can
// make others.
func (c *Call) announce(tx Tx, charge string, e Effect) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	for _, kind := range []string{ToHook, ToMailbox, ToProvider} {
		m := Message{ID: e.ID + "." + kind, Kind: kind, Charge: charge, Account: e.Account, Marker: e.Marker, Body: body}
		if kind == ToProvider {
			sum := sha256.Sum256([]byte("provider " + e.ID))
			m.Key = hex.EncodeToString(sum[:16])
		}
		if err := c.Policy.Announce(c, tx, m); err != nil {
			return err
		}
	}
	return nil
}

// post leaves a message to the outbox, which is written with the effect or not
// at all.
func post(_ *Call, tx Tx, m Message) error { return tx.Post(m) }
