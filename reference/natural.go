package reference

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// unlessNatural does work that no natural rule of the contract takes for a
// duplicate, and remembers it for the rules.
func (c *Call) unlessNatural(tx Tx, work func() (Answer, error)) (Answer, error) {
	var mine []Record
	for i, rule := range c.life.contract.Natural {
		slot, applies := c.naturalSlot(i, rule)
		if !applies {
			continue
		}
		r := Record{Slot: slot, Nonce: c.life.nonce(), Owner: c.Store.Owner(), Account: c.Account, Claimed: c.Arrived}
		known, err := tx.Insert(r)
		if err != nil {
			return Answer{}, err
		}
		if known.Nonce != r.Nonce && known.Answer != nil && !forgotten(c, known) {
			// What was inserted for the rules before this one goes with an error,
			// and there is none: it has to be taken back.
			for _, m := range mine {
				err = errors.Join(err, tx.Delete(m.Slot))
			}
			return duplicate(rule, *known.Answer), err
		}
		if rule.Within > 0 {
			r.Expires = c.Arrived.Add(time.Duration(rule.Within))
		}
		mine = append(mine, r)
	}
	a, err := work()
	for _, r := range mine {
		if err != nil {
			break
		}
		if a.Status/100 != 2 {
			err = tx.Delete(r.Slot)
			continue
		}
		r.Answer, r.Finished = &a, c.Now()
		err = tx.Put(r)
	}
	return a, err
}

// naturalSlot joins the members that a rule compares. A rule does not apply to a
// body that lacks one.
func (c *Call) naturalSlot(i int, rule idem.Natural) (slot string, applies bool) {
	texts := []string{c.Account, c.Request.URL.Path}
	for _, pointer := range rule.Members {
		v, found := member(map[string]any(c.fields), pointerParts(pointer))
		if !found {
			return "", false
		}
		text, err := json.Marshal(v)
		if err != nil {
			return "", false
		}
		texts = append(texts, string(text))
	}
	return fmt.Sprintf("natural=%d %s", i, hashed(texts...)), len(rule.Members) > 0
}

// duplicate answers a request that a rule takes for one that was done before.
func duplicate(rule idem.Natural, first Answer) Answer {
	promise := idem.Clause{Does: rule.Does, Answer: rule.Answer}
	if rule.Does == idem.Replays {
		a := first.clone()
		a.Status = replayStatus(promise, a.Status)
		return a
	}
	return *refusalNaming(promise, "duplicate", http.StatusConflict, "such a request was done before, under whatever key", first.resource())
}
