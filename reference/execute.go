package reference

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
)

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
// contract promises for it, and what belongs to its caller alone.
func fresh(contract idem.Contract) func(*Call, Answer) Answer {
	status, keyed := created(contract)
	first, keyless := contract.Clause(idem.First), contract.Clause(idem.MissingKey)
	return func(c *Call, a Answer) Answer {
		a = a.clone()
		if a.Status == usualCreated {
			a.Status = status
			switch {
			case c.Key != "":
				satisfy(&a, keyed, a.resource())
				dress(&a, first.Answer)
			case keyless.Does == idem.Executes:
				satisfy(&a, keyless.Answer.Select, a.resource())
				dress(&a, keyless.Answer)
			}
		}
		if c.Key != "" && contract.Marker.First != "" {
			setMarker(&a, contract.Marker, contract.Marker.First)
		}
		if a.Status/100 == 2 && c.Request.Method == http.MethodPost {
			a.Header.Set("Set-Cookie", "session="+c.life.nonce()+"; Path=/; HttpOnly; SameSite=Strict")
			a.Header.Set("WWW-Authenticate", `Bearer realm="charges", scope="more"`)
		}
		echo(c, contract, &a)
		return a
	}
}

// usualCreated is the status of a creation under a contract that names none.
const usualCreated = 201

// firsts are the situations in which a contract may have a request executed, and
// answered as a first one.
var firsts = []idem.Situation{
	idem.OtherKey, idem.MissingKey, idem.EmptyKeySent, idem.LongKeySent, idem.LongestSent, idem.MalformedSent,
	idem.UnusualSent, idem.TwiceSent, idem.PairSent, idem.OtherQuoting, idem.OtherCase, idem.AfterInvalid,
	idem.AfterRefusal, idem.AfterError, idem.AfterForbidden, idem.Mismatch, idem.OtherPath, idem.OtherQuerySent,
	idem.OtherTypeSent, idem.Expired, idem.Extended, idem.OtherAccountSent, idem.OtherCredential, idem.StoreLost,
}

// created returns the status of a creation that keeps the first clause, and as
// many others that promise one as can be kept beside it, and what they want in
// the answer besides.
func created(contract idem.Contract) (status int, want []idem.Selector) {
	clauses := []idem.Clause{contract.Clause(idem.First)}
	for _, s := range firsts {
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
		for i, cl := range clauses {
			cl.Answer = idem.Answer{Status: cl.Answer.Status, SameStatus: cl.Answer.SameStatus}
			if !cl.Accepts(idem.Response{Status: status}, nil) {
				continue
			}
			if n++; i == 0 {
				n += len(clauses)
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
