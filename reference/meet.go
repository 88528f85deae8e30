package reference

import (
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// meet compares before it looks at the state of the record, so that another
// request under a used key learns that, whether the first still runs or not.
func meet(c *Call, mine, known Record) Meeting {
	switch {
	case known.Answer != nil && c.Policy.Forgotten(c, known):
		return Late
	case known.Fingerprint != mine.Fingerprint:
		return Different
	case known.Answer == nil:
		return AtWork
	}
	return Finished
}

func refuseDifferent(contract idem.Contract) func(*Call, Record) *Answer {
	clause := contract.Clause(idem.Mismatch)
	return func(*Call, Record) *Answer {
		return refusal(clause, "key-reused", http.StatusUnprocessableEntity,
			"the idempotency key was used with a different request")
	}
}

// answerRunning refuses with a conflict, or waits where the contract does.
func answerRunning(contract idem.Contract) func(*Call, Record) *Answer {
	clause := contract.Clause(idem.InFlight)
	refuseRunning := func() *Answer {
		promise := clause
		if promise.Does != idem.Refuses {
			promise.Answer = idem.Answer{}
		}
		return refusal(promise, "key-at-work", http.StatusConflict, "a request with this idempotency key is being worked on")
	}
	if clause.Does == "" || clause.Does == idem.Refuses {
		return func(*Call, Record) *Answer { return refuseRunning() }
	}
	return func(c *Call, known Record) *Answer {
		if !c.waitFor(known, time.Duration(clause.Within)) {
			return refuseRunning()
		}
		return nil
	}
}

// The first and the longest pause between two looks at a running request. It
// may run in another process, so there is nothing to be told by.
const (
	firstPause   = time.Millisecond
	longestPause = 20 * time.Millisecond
)

// waitFor returns true once a record is not as it was, and false when that has
// taken too long, the client is gone or the store has failed. Zero is no bound.
func (c *Call) waitFor(known Record, within time.Duration) bool {
	ctx := c.Request.Context()
	pause := firstPause
	for waited := time.Duration(0); within == 0 || waited < within; waited += pause {
		if c.Pause(ctx, pause) != nil {
			return false
		}
		pause = min(2*pause, longestPause)
		changed, err := c.changed(known)
		if err != nil || changed {
			return err == nil
		}
	}
	return false
}

// changed reports whether a running request has ended, or has lost its owner.
func (c *Call) changed(known Record) (bool, error) {
	var changed bool
	err := c.Store.Do(c.Request.Context(), func(tx Tx) error {
		current, found, err := tx.Record(known.Slot)
		changed = !found || current.Answer != nil || current.Nonce != known.Nonce
		if err == nil && !changed {
			changed, err = c.Policy.Orphaned(c, tx, current)
		}
		return err
	})
	return changed, err
}
