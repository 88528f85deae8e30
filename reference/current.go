package reference

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// kinds are the kinds of objects by the beginning of their ids.
var kinds = map[string]Kind{"ch": chargeKind, "tr": transferKind, "re": refundKind, "ba": batchKind, "job": jobKind}

// kindOf is the kind of the object that has an id; empty if none can have it.
func kindOf(id string) Kind {
	prefix, _, _ := strings.Cut(id, "_")
	return kinds[prefix]
}

// refresh shows the resource of a stored answer as it is now. One that is gone
// stays as it was shown.
func (c *Call) refresh(a *Answer) error {
	id := a.resource()
	kind := kindOf(id)
	if kind == "" {
		return nil
	}
	return c.Store.Do(c.Context, func(tx Tx) error {
		o, found, err := tx.Object(kind, id)
		if err != nil || !found {
			return err
		}
		// What the contract has put into the first answer stays.
		var shown, now map[string]json.RawMessage
		if json.Unmarshal(a.Body, &shown) != nil || json.Unmarshal(o.Data, &now) != nil {
			return nil
		}
		for member, value := range now {
			shown[member] = value
		}
		if a.Body, err = json.Marshal(shown); err != nil {
			return err
		}
		if a.Header.Get("ETag") != "" {
			a.Header.Set("ETag", etag(o.Version))
		}
		return nil
	})
}

// vanished refuses a replay whose resource was deleted, where the contract says
// so; nil where it is shown all the same.
func vanished(c *Call, contract idem.Contract, stored Answer) (*Answer, error) {
	clause := contract.Clause(idem.LateDelete)
	id := stored.resource()
	if clause.Does != idem.Refuses || id == "" {
		return nil, nil
	}
	var deleted bool
	err := c.Store.Do(c.Context, func(tx Tx) (err error) {
		_, deleted, err = tx.Object(deletedKind, id)
		return err
	})
	if err != nil || !deleted {
		return nil, err
	}
	return refusal(clause, "not-found", http.StatusGone, "what the request with this idempotency key has made was deleted"), nil
}
