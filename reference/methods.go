package reference

import (
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// refusePartial refuses a PUT that lacks members, since it would lose what
// another client has written.
func refusePartial(contract idem.Contract) func(*Call, []string) *Answer {
	clause := contract.Clause(idem.PutPartial)
	return func(_ *Call, missing []string) *Answer {
		return refusal(clause, "malformed", http.StatusBadRequest, strings.Join(missing, ", ")+" is missing")
	}
}

func refuseStale(contract idem.Contract) func(*Call) *Answer {
	clause := contract.Clause(idem.PatchAbsolute)
	return func(*Call) *Answer {
		return refusal(clause, "precondition-failed", http.StatusPreconditionFailed, "the charge has another version than If-Match names")
	}
}

// answerGone says that what is to be deleted is gone, by an error or where the
// contract says so by a success.
func answerGone(contract idem.Contract) func(*Call) *Answer {
	clause := contract.Clause(idem.DeleteRepeat)
	return func(*Call) *Answer {
		if clause.Does == idem.Executes {
			return &Answer{Status: http.StatusNoContent, Header: http.Header{}}
		}
		return refusal(clause, "not-found", http.StatusNotFound, "this account has no such object")
	}
}
