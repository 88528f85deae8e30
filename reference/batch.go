package reference

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

const batchKind Kind = "batch"

// longestBatch is how many items a batch may have.
const longestBatch = 100

// A batch is several charges that were asked for together.
type batch struct {
	ID      string   `json:"id"`
	Results []result `json:"results"` // one for each item, in their order
}

// A result is what became of one item: the charge that it has made, now or in an
// earlier batch, or the problem that it has met.
type result struct {
	Status  int             `json:"status"`
	ItemKey string          `json:"item_key,omitempty"`
	Charge  json.RawMessage `json:"charge,omitempty"`
	Problem json.RawMessage `json:"problem,omitempty"`
}

// An Item is one charge of a batch.
type Item struct {
	Key string // that the client has given it; empty if it has none

	charge charge
	print  string
}

// readBatch reads the items of a batch. Those without a description carry that
// of the batch.
func readBatch(c *Call) ([]Item, string, error) {
	r := c.reader()
	r.need("items")
	marker := r.text("description")
	list, isList := r.fields["items"].([]any)
	if r.err == nil && (!isList || len(list) == 0 || len(list) > longestBatch) {
		r.check(malformed("items is not a list of 1 to %d charges", longestBatch))
	}
	items := make([]Item, len(list))
	for i, v := range list {
		members, _ := v.(map[string]any)
		one := &reader{fields: members}
		ch, err := readCharge(one, "amount", "currency", "source")
		r.check(err)
		if ch.Description == "" {
			ch.Description = marker
		}
		ch.kind = chargeKind
		key := one.text("item_key")
		delete(members, "item_key")
		print, err := json.Marshal(members)
		r.check(one.err)
		r.check(err)
		items[i] = Item{Key: key, charge: ch, print: hashed(string(print))}
	}
	if r.err == nil && marker == "" {
		marker = items[0].charge.Description
	}
	return items, marker, r.err
}

// createBatch takes the charges of a batch, apart from those that an earlier one
// has taken.
func createBatch(c *Call) (task, error) {
	items, marker, err := readBatch(c)
	if err != nil {
		return task{}, err
	}
	return task{marker: marker, work: func(tx Tx) (Answer, error) {
		mine, known, err := c.claimItems(tx, items)
		if err != nil {
			return Answer{}, err
		}
		if len(known) > 0 {
			if no := c.Policy.Overlap(c); no != nil {
				return *no, dropItems(tx, mine)
			}
		}
		n, err := tx.Next()
		if err != nil {
			return Answer{}, err
		}
		b := batch{ID: c.life.variety.id(prefixes[batchKind], n), Results: make([]result, len(items))}
		for i, item := range items {
			if b.Results[i], err = c.doItem(tx, item, mine, known); err != nil {
				return Answer{}, err
			}
		}
		data, err := json.Marshal(b)
		if err != nil {
			return Answer{}, err
		}
		err = tx.Save(Object{Kind: batchKind, ID: b.ID, Seq: n, Account: c.Account, Marker: marker, Version: 1, Data: data})
		if err != nil {
			return Answer{}, err
		}
		a, err := jsonAnswer(usualCreated, b)
		a.Header.Set("Location", strings.TrimSuffix(c.Request.URL.Path, "/")+"/"+b.ID)
		return a, err
	}}, nil
}

// doItem takes the charge of one item, or shows what became of its key.
func (c *Call) doItem(tx Tx, item Item, mine, known map[string]Record) (result, error) {
	key := c.Policy.ItemKey(c, item)
	if r, done := known[key]; done && key != "" {
		return replayItem(key, item, r), nil
	}
	res := result{Status: usualCreated, ItemKey: key}
	made, err := c.take(tx, item.charge)
	if err != nil {
		no, err := refused(err)
		if err != nil {
			return res, err
		}
		res.Status, res.Problem = no.Status, no.Body
		if r, claimed := mine[key]; claimed {
			return res, tx.Delete(r.Slot)
		}
		return res, nil
	}
	if res.Charge, err = json.Marshal(made); err != nil {
		return res, err
	}
	r, claimed := mine[key]
	if !claimed {
		return res, nil
	}
	r.Answer, r.Finished = &Answer{Status: usualCreated, Body: res.Charge}, c.Now()
	r.Expires = c.Policy.Expires(c, r)
	known[key] = r
	return res, tx.Put(r)
}

func replayItem(key string, item Item, r Record) result {
	if r.Fingerprint != item.print {
		no := problemAnswer("key-reused", http.StatusUnprocessableEntity, "the key of the item was used with a different item")
		return result{Status: no.Status, ItemKey: key, Problem: no.Body}
	}
	return result{Status: http.StatusOK, ItemKey: key, Charge: r.Answer.Body}
}

// claimItems claims the keys of items, in one order so that two batches do not
// wait for each other, and returns the claims and the records of those that were
// done before.
func (c *Call) claimItems(tx Tx, items []Item) (mine, known map[string]Record, err error) {
	mine, known = map[string]Record{}, map[string]Record{}
	prints := map[string]string{}
	for _, item := range items {
		if key := c.Policy.ItemKey(c, item); key != "" && prints[key] == "" {
			prints[key] = item.print
		}
	}
	for _, key := range slices.Sorted(maps.Keys(prints)) {
		r := Record{
			Slot: "item account=" + c.Account + " " + hashed(key), Nonce: c.life.nonce(), Owner: c.Store.Owner(),
			Account: c.Account, Fingerprint: prints[key], Claimed: c.Arrived,
		}
		there, err := tx.Insert(r)
		switch {
		case err != nil:
			return nil, nil, err
		case there.Nonce == r.Nonce:
			mine[key] = r
		case there.Answer == nil || c.Policy.Forgotten(c, there):
			mine[key] = r
			err = tx.Put(r)
		default:
			known[key] = there
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return mine, known, nil
}

func dropItems(tx Tx, claims map[string]Record) error {
	for _, r := range claims {
		if err := tx.Delete(r.Slot); err != nil {
			return err
		}
	}
	return nil
}

// itemKey is the one that the client has given.
func itemKey(_ *Call, item Item) string { return item.Key }

// refuseOverlap refuses a batch that repeats items of an earlier one, where the
// contract does.
func refuseOverlap(contract idem.Contract) func(*Call) *Answer {
	clause := contract.Clause(idem.BatchOverlap)
	return func(*Call) *Answer {
		if clause.Does != idem.Refuses {
			return nil
		}
		return refusal(clause, "duplicate", http.StatusUnprocessableEntity, "some items of the batch were done before")
	}
}
