package reference

import (
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// usualRetention is how long a key lives under a contract that does not say.
const usualRetention = 24 * time.Hour

// forgotten counts the retention on one clock, from the instant that the
// contract names. The instant at which it ends is already outside.
func forgotten(contract idem.Contract) func(*Call, Record) bool {
	r := contract.Retention
	if r.Permanent || contract.Clause(idem.Expired).Does == idem.Replays {
		return func(*Call, Record) bool { return false }
	}
	length := time.Duration(r.Length)
	if length == 0 {
		length = usualRetention
	}
	return func(c *Call, known Record) bool {
		from := known.Claimed
		if r.From == idem.FromCompletion {
			from = known.Finished
		}
		return !c.Arrived.Before(from.Add(length))
	}
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
