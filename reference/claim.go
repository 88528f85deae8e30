package reference

import (
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// claim takes the slot in one transaction: the insert wins it or returns who
// has it, and what is there may be free to take over. The claim is committed
// before the work begins, so that every process sees it.
func claim(c *Call, mine Record) (Record, bool, error) {
	var known Record
	err := c.Store.Do(c.Context, func(tx Tx) error {
		var err error
		known, err = tx.Insert(mine)
		if err != nil || known.Nonce == mine.Nonce {
			return err
		}
		free, err := c.Policy.Free(c, tx, known)
		if err != nil || !free {
			return err
		}
		known = mine
		return tx.Put(mine)
	})
	return known, err == nil && known.Nonce == mine.Nonce, err
}

// orphaned asks the store for the death of the owner. A claim that this very life
// has made, and that no request of it works on, was left behind when the store
// failed.
func orphaned(c *Call, tx Tx, known Record) (bool, error) {
	if strings.HasPrefix(known.Nonce, c.life.name+"-") && known.Owner == c.Store.Owner() {
		return !c.life.claims.has(known.Nonce), nil
	}
	return tx.Dead(known.Owner)
}

// release empties the slot if it still holds this very claim. An answer that
// was stored after all stays.
func release(c *Call, mine Record) error {
	return c.Store.Do(c.Context, func(tx Tx) error {
		current, found, err := tx.Record(mine.Slot)
		if err != nil || !found || current.Answer != nil || !c.Policy.Holds(mine, current) {
			return err
		}
		return tx.Delete(mine.Slot)
	})
}

// unavailable fails closed, unless the contract runs requests unprotected.
func unavailable(contract idem.Contract) func(*Call, error) *Answer {
	clause := contract.Clause(idem.StoreLost)
	return func(*Call, error) *Answer {
		if clause.Does == idem.Executes {
			return nil
		}
		return refusal(clause, "unavailable", http.StatusServiceUnavailable, "the request could not be recorded and was not executed")
	}
}

// refuseUnavailable says that what cannot be remembered is not done.
func refuseUnavailable(*Call, error) *Answer {
	return refuse("unavailable", http.StatusServiceUnavailable, "the request could not be recorded and was not executed")
}
