package reference

import "github.com/idemspec/idemspec/checks/idem"

// commitTogether does the work and stores its answer in one transaction, unless
// the claim is no longer the call's own. No crash can come between the two.
func commitTogether(c *Call, mine Record, work Work) (Answer, error) {
	var a Answer
	err := c.Store.Do(c.Context, func(tx Tx) error {
		if mine.Slot != "" {
			current, found, err := tx.Record(mine.Slot)
			if err != nil {
				return err
			}
			if !found || !c.Policy.Holds(mine, current) {
				return ErrLost
			}
		}
		done, err := work(tx)
		if err != nil {
			return err
		}
		a = c.Policy.Fresh(c, done)
		if mine.Slot == "" {
			return nil
		}
		return c.Keep(tx, mine, a)
	})
	if err != nil {
		return a, err
	}
	return a, c.Made()
}

// Keep stores an answer in the slot of a claim, or empties the slot if the
// answer is not to be remembered. Of a request that is to fail after its effect
// it stores the failure where the contract keeps server errors, and elsewhere
// the answer that a repeat needs to learn of the effect.
func (c *Call) Keep(tx Tx, mine Record, a Answer) error {
	stored, kept := c.Policy.Remember(c, a)
	if c.broken == idem.AfterEffect {
		if failure, keeps := c.Policy.Remember(c, brokenAnswer()); keeps {
			stored, kept = failure, true
		}
	}
	if !kept {
		return tx.Delete(mine.Slot)
	}
	mine.Answer, mine.Finished = &stored, c.Now()
	mine.Expires = c.Policy.Expires(c, mine)
	return tx.Put(mine)
}

// fresh gives the first answer to a creation the status and the marks that the
// contract promises for it.
func fresh(contract idem.Contract) func(*Call, Answer) Answer {
	status, keyed := created(contract)
	keyless := contract.Clause(idem.MissingKey)
	marker := contract.Marker
	return func(c *Call, a Answer) Answer {
		a = a.clone()
		if a.Status == usualCreated {
			a.Status = status
			if c.Key != "" {
				satisfy(&a, keyed, a.resource())
			} else if keyless.Does == idem.Executes {
				satisfy(&a, keyless.Answer.Select, a.resource())
			}
		}
		if c.Key != "" && marker.Header != "" && marker.First != "" {
			a.Header.Set(marker.Header, marker.First)
		}
		return a
	}
}

// usualCreated is the status of a creation under a contract that names none.
const usualCreated = 201

// created returns the status of a creation that keeps each clause which
// promises one, and what those clauses want in the answer besides.
func created(contract idem.Contract) (status int, want []idem.Selector) {
	clauses := []idem.Clause{contract.Clause(idem.First), contract.Clause(idem.OtherKey)}
	for _, s := range []idem.Situation{idem.Expired, idem.MissingKey, idem.Mismatch} {
		if cl := contract.Clause(s); cl.Does == idem.Executes {
			clauses = append(clauses, cl)
		}
	}
	candidates := []int{usualCreated}
	for _, cl := range clauses {
		candidates = append(candidates, cl.Answer.Status...)
		want = append(want, cl.Answer.Select...)
	}
	kept := func(status int) int {
		n := 0
		for _, cl := range clauses {
			if cl.Answer.Select = nil; cl.Accepts(idem.Response{Status: status}, nil) {
				n++
			}
		}
		return n
	}
	status = candidates[0]
	for _, s := range candidates[1:] {
		if kept(s) > kept(status) {
			status = s
		}
	}
	return status, want
}
