package reference

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/idemspec/idemspec/checks/idem"
)

// replay gives the stored answer again, with the status and the marks that the
// contract promises for a repeat.
func replay(contract idem.Contract) func(*Call, Record) (Answer, error) {
	clause := contract.Clause(idem.Replay)
	follow := contract.Clause(idem.LateChange).Answer.Body == idem.SameResource
	return func(c *Call, known Record) (Answer, error) {
		stored := *known.Answer
		if no := burned(contract, stored); no != nil {
			return *no, nil
		}
		if stored.Status/100 == 2 {
			if no, err := vanished(c, contract, stored); no != nil || err != nil {
				return orZero(no), err
			}
			if clause.Does == idem.Refuses {
				no := refusalNaming(clause, "key-finished", http.StatusConflict,
					"the request with this idempotency key is done", stored.resource())
				name(no, clause.Answer.Resource, stored.resource())
				echo(c, contract, no)
				return *no, nil
			}
		}
		a := stored.clone()
		if follow {
			if err := c.refresh(&a); err != nil {
				return a, err
			}
		}
		// A creation alone is answered in another way than it was, and a stored
		// refusal stays one.
		if a.Status/100 == 2 && c.Request.Method == http.MethodPost {
			a.Status = replayStatus(clause, a.Status)
			satisfy(&a, clause.Answer.Select, a.resource())
			name(&a, clause.Answer.Resource, stored.resource())
			dress(&a, clause.Answer)
		}
		c.Policy.Mark(c, &a, known)
		echo(c, contract, &a)
		return a, nil
	}
}

func orZero(a *Answer) Answer {
	if a == nil {
		return Answer{}
	}
	return *a
}

// name puts the id of the first request's resource where a contract wants it.
func name(a *Answer, pointer, id string) {
	if pointer != "" && id != "" {
		a.place(pointer, id)
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

// marker tells a replay from a first answer. A marker that may have any value
// tells when the first request came, in milliseconds of Unix time.
func marker(m idem.Marker) func(*Call, *Answer, Record) {
	return func(_ *Call, a *Answer, known Record) {
		value := m.Value
		if value == "" {
			value = strconv.FormatInt(known.Claimed.UnixMilli(), 10)
		}
		setMarker(a, m, value)
	}
}

// setMarker writes a value in each place of a marker.
func setMarker(a *Answer, m idem.Marker, value string) {
	if m.Header != "" {
		a.Header.Set(m.Header, value)
	}
	if m.Pointer != "" {
		a.place(m.Pointer, literal(value))
	}
}

// echo names the key, as it was sent, where the contract promises that.
func echo(c *Call, contract idem.Contract, a *Answer) {
	field := headerOf(contract.Carrier)
	if field != "" && c.Key != "" && contract.Clause(idem.Echoed).Level > idem.Silent {
		a.Header.Set(field, c.Request.Header.Get(field))
	}
}
