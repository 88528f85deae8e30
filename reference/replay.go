package reference

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
)

// replay gives the stored answer again, with the status and the marks that the
// contract promises for a repeat.
func replay(contract idem.Contract) func(*Call, Record) Answer {
	clause := contract.Clause(idem.Replay)
	if clause.Does == idem.Refuses {
		return func(_ *Call, known Record) Answer {
			return *refusalNaming(clause, "key-finished", http.StatusConflict,
				"the request with this idempotency key is done", known.Answer.resource())
		}
	}
	return func(c *Call, known Record) Answer {
		a := known.Answer.clone()
		// A creation alone is answered in another way than it was, and a stored
		// refusal stays one.
		if a.Status/100 == 2 && c.Request.Method == http.MethodPost {
			a.Status = replayStatus(clause, a.Status)
			satisfy(&a, clause.Answer.Select, a.resource())
		}
		mark(&a, contract.Marker, known)
		return a
	}
}

// replayStatus keeps the first status if the clause takes it, and gives 200 for
// a creation where the clause names none.
func replayStatus(clause idem.Clause, first int) int {
	switch named := clause.Answer.Status; {
	case clause.Answer.SameStatus:
	case len(named) == 0:
		return http.StatusOK
	case !slices.Contains(named, first):
		return named[0]
	}
	return first
}

// mark tells a replay from a first answer. A marker that may have any value
// tells when the first request came, in milliseconds of Unix time.
func mark(a *Answer, m idem.Marker, known Record) {
	switch {
	case m.Header == "":
	case m.Value != "":
		a.Header.Set(m.Header, m.Value)
	default:
		a.Header.Set(m.Header, strconv.FormatInt(known.Claimed.UnixMilli(), 10))
	}
}
