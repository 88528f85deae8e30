package reference

import (
	"context"
	"time"
)

// A Policy is every decision that the server takes about a key, one function
// each. [Correct] gives the one that keeps a contract. Functions that return an
// *Answer refuse with it, and let the request go on if it is nil. None is nil.
type Policy struct {
	// Admit says who calls, by setting the call's account and credential.
	Admit func(*Call) *Answer
	// Covers reports whether keys mean anything for this request.
	Covers func(*Call) bool
	// Key reads the key from its carrier. It is empty if none was sent, and an
	// error says what is wrong with the one that was.
	Key func(*Call) (string, error)
	// Malformed answers a request whose key is none. A nil answer lets the
	// request run without protection.
	Malformed func(*Call, error) *Answer
	// Missing answers a request without a key. A nil answer lets the request
	// run without protection.
	Missing func(*Call) *Answer
	// Spoils reports whether a request that makes no sense, and gets this answer,
	// uses up its key.
	Spoils func(*Call, Answer) bool
	// Slot joins the key with whatever it is unique within.
	Slot func(*Call) string
	// Fingerprint is what makes two requests the same.
	Fingerprint func(*Call) Print

	// Claim takes the slot of a record for this call and reports whether it is
	// the call's own now. If it is not, the record that is there is returned.
	Claim func(*Call, Record) (Record, bool, error)
	// Orphaned reports whether a claim that is still open is nobody's any more,
	// so that another call may take it over.
	Orphaned func(*Call, Tx, Record) (bool, error)
	// Forgotten reports whether a finished record has passed its retention.
	Forgotten func(*Call, Record) bool
	// Unavailable answers a request whose key could not be claimed since the
	// store failed. A nil answer lets the request run without protection.
	Unavailable func(*Call, error) *Answer

	// Meet says what a record that another call has made means for this one,
	// which would have stored mine.
	Meet func(c *Call, mine, known Record) Meeting
	// Different answers a request that does not match the record of its key. A
	// nil answer replays the record.
	Different func(*Call, Record) *Answer
	// Running answers a request that met one at work. It may wait. A nil answer
	// looks at the key again.
	Running func(*Call, Record) *Answer
	// Late answers a request whose record is forgotten. A nil answer makes it a
	// new request.
	Late func(*Call, Record) *Answer
	// Entitled refuses to tell anything of a record to somebody who must not see
	// it. It is asked first.
	Entitled func(*Call, Record) *Answer
	// Replay makes the answer to a repeat out of the record.
	Replay func(*Call, Record) (Answer, error)
	// Mark tells on the answer to a repeat that it comes from the record.
	Mark func(*Call, *Answer, Record)
	// Extends reports whether a replay begins the retention of its record anew.
	Extends func(*Call, Record) bool

	// Detach derives the context of the work from that of the connection, and
	// so decides what becomes of the work when the client goes away.
	Detach func(context.Context) context.Context
	// Execute does the work and stores its answer, in an order of its own. It
	// has to call [Call.Made] once the effect is there. The record is the call's
	// claim, or the zero Record for a request without one.
	Execute func(*Call, Record, Work) (Answer, error)
	// Holds reports whether the record that is in a slot now is still the claim
	// that the call has made.
	Holds func(mine, current Record) bool
	// Fresh completes a first answer before it is stored and sent.
	Fresh func(*Call, Answer) Answer
	// Remember says what of an answer is stored, and whether it is at all. The
	// key of an answer that is not stored is free again.
	Remember func(*Call, Answer) (Answer, bool)
	// Expires says when a finished record is forgotten; the zero time for never.
	Expires func(*Call, Record) time.Time
	// Release gives up a claim whose work has failed.
	Release func(*Call, Record) error

	// Sweep deletes what has expired at an instant of the server's clock.
	Sweep func(Tx, time.Time) error

	// Announce lets a message out on account of an effect, within the
	// transaction that makes the effect.
	Announce func(*Call, Tx, Message) error
	// Relay hands on a message that is in the outbox. One that it leaves there
	// comes again.
	Relay func(context.Context, Store, Message) error
	// Start takes the order of an accepted job out of the outbox, within the
	// transaction that does the job, and reports whether it is to be done.
	Start func(Tx, Message) (bool, error)

	// Partial answers a PUT that lacks members. A nil answer leaves those as they
	// are.
	Partial func(c *Call, missing []string) *Answer
	// Stale answers a change whose If-Match names another version. A nil answer
	// makes the change.
	Stale func(*Call) *Answer
	// Gone answers a DELETE of what was deleted before. A nil answer deletes it
	// once more.
	Gone func(*Call) *Answer
	// ItemKey is the key of an item of a batch, within its account; empty if it
	// has none.
	ItemKey func(*Call, Item) string
	// Overlap answers a batch some of whose items were done before. A nil answer
	// does the others.
	Overlap func(*Call) *Answer
}

// Work does what a request asks for, within a transaction.
type Work func(Tx) (Answer, error)

// A Meeting is what the record of a key means for a further request.
type Meeting int

// The meetings.
const (
	Finished  Meeting = iota + 1 // the same request, and it is done
	AtWork                       // the same request, and it still runs
	Different                    // another request under the same key
	Late                         // any request, after the retention
)

// Free reports whether a record leaves its slot to a new claim: since its
// owner is dead, or since it is forgotten and what comes late is new.
func (p *Policy) Free(c *Call, tx Tx, known Record) (bool, error) {
	if known.Answer == nil {
		return p.Orphaned(c, tx, known)
	}
	return p.Forgotten(c, known) && p.Late(c, known) == nil, nil
}
