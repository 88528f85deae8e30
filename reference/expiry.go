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
	return func(_ *Call, finished Record) time.Time {
		if r.From == idem.FromCompletion {
			return finished.Finished.Add(length)
		}
		return finished.Claimed.Add(length)
	}
}

// forgotten compares on the clock that wrote the expiry. The instant at which
// it comes is already outside.
func forgotten(c *Call, known Record) bool {
	return !known.Expires.IsZero() && !c.Arrived.Before(known.Expires)
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
