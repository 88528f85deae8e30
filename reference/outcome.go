package reference

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
)

// remember keeps what is final, without the header fields that belong to the
// first caller alone. Whether refusals and server errors are final is the
// contract's to say.
func remember(contract idem.Contract) func(*Call, Answer) (Answer, bool) {
	refusal, failure, invalid := contract.Clause(idem.AfterRefusal).Does, contract.Clause(idem.AfterError).Does, contract.Clause(idem.AfterInvalid).Does
	return func(c *Call, a Answer) (Answer, bool) {
		a = a.clone()
		for _, name := range unsafeFields {
			a.Header.Del(name)
		}
		switch {
		case a.Status/100 == 5:
			return a, failure == idem.Replays || failure == idem.Refuses
		case a.Status/100 == 4 && c.spoiled:
			return a, invalid == idem.Refuses
		case a.Status/100 == 4 && refusal == idem.Executes:
			return a, false
		}
		return a, final(a.Status)
	}
}

// unsafeFields are header fields that belong to the first caller alone.
var unsafeFields = []string{"Set-Cookie", "WWW-Authenticate"}

// final reports whether an outcome is worth remembering: it would come out the
// same again, or must not be tried again. What is refused before the work has
// decided anything, or may pass by itself, is not.
func final(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout,
		http.StatusPreconditionFailed, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return status < 500
}

// spoils says whether a request that makes no sense uses up its key.
func spoils(contract idem.Contract) func(*Call, Answer) bool {
	clause := contract.Clause(idem.AfterInvalid)
	return func(*Call, Answer) bool { return clause.Does == idem.Refuses }
}

// burned refuses to show a stored failure where the contract says that its key
// is used up; nil where it is shown.
func burned(contract idem.Contract, known Answer) *Answer {
	var clause idem.Clause
	switch known.Status / 100 {
	case 4:
		clause = contract.Clause(idem.AfterRefusal)
	case 5:
		clause = contract.Clause(idem.AfterError)
	}
	if clause.Does != idem.Refuses || invalidStatus(known.Status) {
		return nil
	}
	return refusal(clause, "key-finished", http.StatusConflict, "the request with this idempotency key has failed, and its key is used up")
}
