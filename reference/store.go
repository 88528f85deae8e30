package reference

import (
	"context"
	"errors"
	"time"
)

// A Store keeps records, objects and effects. Several goroutines may use one.
type Store interface {
	// Do runs f in one transaction, so that all of its writes are kept or none.
	// None are if f returns an error, panics, or ctx ends before the commit. A
	// store may run f again after a conflict with another transaction, so f must
	// bear that, and it must not wait for anything else than the store.
	Do(ctx context.Context, f func(Tx) error) error
	// Owner names this opening of the store, unlike any other before or beside
	// it. Claims carry it.
	Owner() string
	// Renew ends this opening as the death of its process would, and begins
	// another one on the same data under another owner. Transactions that still
	// run end first.
	Renew(ctx context.Context) error
	// Close ends the use of the store. Claims that are still open become
	// claims of a dead owner.
	Close() error
}

// A Tx is one transaction. It must not be used after the function that it was
// given to.
type Tx interface {
	// Insert stores a record if its slot is free and returns the record that is
	// in the slot then: the given one, which its Nonce tells, or an earlier one.
	// It is atomic towards all users of the store.
	Insert(Record) (Record, error)
	// Record returns the record of a slot and whether there is one.
	Record(slot string) (Record, bool, error)
	// Put stores a record, whatever its slot holds.
	Put(Record) error
	// Delete empties a slot. An empty slot is no error.
	Delete(slot string) error
	// Sweep deletes the finished records that expire at an instant or before.
	Sweep(time.Time) error
	// Dead reports whether the owner of a claim is proven to work no more. It
	// never concludes that from the time that has passed.
	Dead(owner string) (bool, error)

	// Object returns an object and whether there is one.
	Object(kind Kind, id string) (Object, bool, error)
	// Objects lists objects in the order in which they were made.
	Objects(Query) ([]Object, error)
	// Save stores an object under its kind and id.
	Save(Object) error
	// Remove deletes an object. Its absence is no error.
	Remove(kind Kind, id string) error

	// Book adds an effect to the ledger.
	Book(Effect) error
	// Effects lists the effects that carry a marker, oldest first.
	Effects(marker string) ([]Effect, error)
	// Count returns how many effects there are.
	Count() (int, error)

	// Post puts a message into the outbox. One with its id may be there already,
	// and then stays.
	Post(Message) error
	// Waiting lists the messages in the outbox, oldest first, at most so many.
	Waiting(limit int) ([]Message, error)
	// Take takes a message out of the outbox and reports whether it was there.
	// Of several users of the store that try, one succeeds.
	Take(id string) (bool, error)
	// Send hands a message to its receiver, who writes each down: a hook or a
	// mailbox knows no message from another, and a provider alone ignores a call
	// whose key it has had before.
	Send(Message) error
	// Sent lists what the receivers have written down for a marker, in order.
	Sent(marker string) ([]Message, error)

	// Next returns a number that no other call returns, rising from 1.
	Next() (uint64, error)
}

// ErrLost means that a claim was no longer held when its work was about to
// commit. Nothing was written then.
var ErrLost = errors.New("the claim on the key was lost to another request")

// A Record is the memory of one key: a claim as long as the work runs, and the
// stored answer afterwards.
type Record struct {
	Slot        string // scope and key; unique
	Nonce       string // tells this claim from each other, also from one of the same slot
	Owner       string // the opening of the store whose process works on it
	Account     string // who made the request
	Credential  string // name of the token that it was made with
	Fingerprint string // what a repeat must match
	Claimed     time.Time
	Finished    time.Time // zero while the work runs
	Expires     time.Time // from when on it is forgotten; zero while the work runs, and for never
	Answer      *Answer   // nil while the work runs; never changed once it is stored
}

// A Kind names a sort of object.
type Kind string

// An Object is one resource of the API. Data belongs to whoever saved it.
type Object struct {
	Kind    Kind
	ID      string
	Seq     uint64 // place in lists
	Account string
	Marker  string // lists can ask for it
	Version int64  // rises with each change
	Data    []byte
}

// A Query selects objects for a list.
type Query struct {
	Kind    Kind
	Account string
	Marker  string // empty selects any
	After   uint64 // only objects with a higher Seq
	Limit   int    // at most so many; zero gives none
}

// An Effect is one entry of the ledger. Amounts are in minor units and add up
// to what the account has gained.
type Effect struct {
	ID       string `json:"id"`
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Account  string `json:"account"`
	Kind     string `json:"kind"` // "charge", "refund", "adjustment" or "void"
	Marker   string `json:"-"`
}
