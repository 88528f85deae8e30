package checks

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// BatchPartlyRepeated holds a batch that overlaps an earlier one to what is promised.
var BatchPartlyRepeated = declare(idem.Check{
	ID:     "batch-partly-repeated",
	Title:  "A batch that repeats items of an earlier one is answered as promised",
	Family: "batch",
	Clause: idem.BatchOverlap,
	Since:  "v0.1.0",
	Rule: `Items have names of their own. A batch under another key that contains some of them
again makes only the new ones, or is refused as a whole.`,
	Why: `After a lost answer a client sends what it believes to be missing. If known items run
again, half of the payroll is paid twice.`,
	Fix:   `Make the item's own reference unique besides the key of the batch.`,
	Waive: `When items have no references of their own.`,
	Sources: []string{
		"https://github.com/getlago/lago-api/issues/3049",
		"https://github.com/formancehq/ledger",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Batch, Key: "k1"}},
			idem.Probe{Label: "once", Await: 1},
			idem.Send{Label: "overlap", Request: idem.Request{Role: idem.Batch, Key: "k2", Body: idem.OverlapBody}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, overlap := success(p, "first"), answer(p, "overlap")
		once, after := p.Reading("once").Effects, p.Reading("after").Effects
		if p.Clause.Does == idem.Refuses {
			if !p.Clause.Accepts(*overlap.Response, nil) || len(after) > len(once) {
				p.Report(idem.Finding{
					Message:  "the target did not refuse a batch that repeats items of an earlier one",
					Want:     wanted(p.Clause),
					Got:      status(overlap) + ", " + count(len(after)),
					Evidence: []string{"first", "overlap", "after"},
				})
			}
			return
		}
		known := itemsOf(first.Sent.Body)
		fresh := slices.DeleteFunc(itemsOf(overlap.Sent.Body), func(item json.RawMessage) bool {
			return slices.ContainsFunc(known, func(k json.RawMessage) bool { return idem.EqualJSON(item, k) })
		})
		f := idem.Finding{
			Message:  "the target did not make just the new items of a batch that repeats items of an earlier one",
			Want:     count(len(once) + len(fresh)),
			Got:      status(overlap) + ", " + count(len(after)),
			Evidence: []string{"first", "overlap", "once", "after"},
		}
		if !succeeded(p, overlap) {
			p.Report(f)
			return
		}
		if len(once) != len(known) || len(fresh) == 0 {
			p.Inconclusive(fmt.Sprintf("the ledger shows %s for a batch of %d items, and cannot tell which of them were made", count(len(once)), len(known)),
				"make the ledger count each item of a batch")
		}
		switch due := len(once) + len(fresh); {
		case len(after) > due:
			p.Report(f)
		case len(after) < due:
			p.Inconclusive("the new items are not in the ledger: either they were not made, or it lags", "give the ledger a longer settle time")
		}
	},
})

// itemsOf returns the items of a batch: the one list at the top of its body, or
// the body if it is a list. It returns nil if nobody can tell what they are.
func itemsOf(body []byte) []json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(body, &items) == nil {
		return items
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return nil
	}
	lists := 0
	for _, value := range members {
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil && list != nil {
			items, lists = list, lists+1
		}
	}
	if lists != 1 {
		return nil
	}
	return items
}
