package reference

import (
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// usualRetention is how long a key lives under a contract that does not say.
const usualRetention = 24 * time.Hour

// expires counts the retention from the instant that the contract names.
func expires(contract idem.Contract) func(*Call, Record) time.Time {
	r := contract.Retention
	if r.Permanent || contract.Clause(idem.Expired).Does == idem.Replays {
		return func(*Call, Record) time.Time { return time.Time{} }
	}
	length := time.Duration(r.Length)
	if length == 0 {
		length = usualRetention
	}
	return func(c *Call, finished Record) time.Time {
		lives := length
		if c.lifetime > 0 {
			lives = c.lifetime
		}
		if r.From == idem.FromCompletion {
			return finished.Finished.Add(lives)
		}
		return finished.Claimed.Add(lives)
	}
}

// forgotten compares on the clock that wrote the expiry. The instant at which
// it comes is already outside.
func forgotten(c *Call, known Record) bool {
	return !known.Expires.IsZero() && !c.Arrived.Before(known.Expires)
}

// extend begins the retention of a record anew, as if its request had come now.
func (c *Call) extend(known Record) error {
	anew := known
	anew.Claimed, anew.Finished = c.Arrived, c.Arrived
	until := c.Policy.Expires(c, anew)
	return c.Store.Do(c.Context, func(tx Tx) error {
		current, found, err := tx.Record(known.Slot)
		if err != nil || !found || current.Nonce != known.Nonce {
			return err
		}
		current.Expires = until
		return tx.Put(current)
	})
}

// answerLate refuses an expired key where the contract does. Elsewhere it means
// nothing, and its request is new.
func answerLate(contract idem.Contract) func(*Call, Record) *Answer {
	clause := contract.Clause(idem.Expired)
	return func(*Call, Record) *Answer {
		if clause.Does != idem.Refuses {
			return nil
		}
		return refusal(clause, "key-expired", http.StatusPreconditionFailed, "the idempotency key has expired")
	}
}

// sweep forgets what has expired, on the clock that wrote the expiry. An expired
// key that is refused has to be known for that.
func sweep(contract idem.Contract) func(Tx, time.Time) error {
	if contract.Clause(idem.Expired).Does == idem.Refuses {
		return func(Tx, time.Time) error { return nil }
	}
	return func(tx Tx, now time.Time) error { return tx.Sweep(now.Add(-sweepGrace)) }
}

// sweepGrace is how long an expired record is left to requests that had arrived
// before it expired.
const sweepGrace = time.Minute
