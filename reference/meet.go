package reference

import (
	"net/http"
	"strconv"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// meet compares before it looks at the state of the record, so that another
// request under a used key learns that, whether the first still runs or not.
func meet(c *Call, mine, known Record) Meeting {
	switch {
	case known.Answer != nil && c.Policy.Forgotten(c, known):
		return Late
	case !parsePrint(known.Fingerprint).same(parsePrint(mine.Fingerprint)):
		return Different
	case known.Answer == nil:
		return AtWork
	}
	return Finished
}

// refuseDifferent answers as the contract says for whatever differs.
func refuseDifferent(contract idem.Contract) func(*Call, Record) *Answer {
	return func(c *Call, known Record) *Answer {
		clause := contract.Clause(differing(contract, c.Policy.Fingerprint(c), known))
		if clause.Does != idem.Refuses {
			clause = contract.Clause(idem.Mismatch)
		}
		return refusal(clause, "key-reused", http.StatusUnprocessableEntity,
			"the idempotency key was used with a different request")
	}
}

// differing names the situation of a request that differs from the first one
// with its key.
func differing(contract idem.Contract, mine Print, known Record) idem.Situation {
	first := parsePrint(known.Fingerprint)
	switch {
	case mine.Path != first.Path:
		return idem.OtherPath
	case mine.Method != first.Method:
		return idem.OtherMethod
	case mine.Query != first.Query:
		return idem.OtherQuerySent
	case mine.Type != first.Type:
		return idem.OtherTypeSent
	case mine.Header != first.Header:
		return idem.OtherHeaderSent
	case known.Answer == nil:
		return idem.RunningMismatch
	case invalidStatus(known.Answer.Status):
		return idem.AfterInvalid
	case mine.Sense != first.Sense:
		return idem.Mismatch
	}
	for _, s := range []idem.Situation{idem.OtherOrder, idem.OtherSpacing, idem.OtherSpelling, idem.Volatile} {
		if contract.Clause(s).Does == idem.Refuses {
			return s
		}
	}
	return idem.Mismatch
}

// invalidStatus reports whether a stored answer says that its request made no
// sense. A business refusal has another status here.
func invalidStatus(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// answerRunning refuses with a conflict, or waits where the contract does.
func answerRunning(contract idem.Contract) func(*Call, Record) *Answer {
	clause, hint := contract.Clause(idem.InFlight), contract.Clause(idem.RetryAfter)
	refuseRunning := func() *Answer {
		promise := clause
		if promise.Does != idem.Refuses {
			promise.Answer = idem.Answer{}
		}
		no := refusal(promise, "key-at-work", http.StatusConflict, "a request with this idempotency key is being worked on")
		if hint.Level > idem.Silent {
			no.Header.Set("Retry-After", strconv.Itoa(pauseHint(hint.Answer.RetryAfter)))
		}
		return no
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

// pauseHint is the number of seconds that a client is told to wait: one, if the
// contract allows it.
func pauseHint(b idem.Bounds) int {
	seconds := func(d idem.Duration) int { return int((time.Duration(d) + time.Second - 1) / time.Second) }
	if most := int(time.Duration(b.Most) / time.Second); b.Most > 0 && most < 1 {
		return most
	}
	return max(1, seconds(b.Least))
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
