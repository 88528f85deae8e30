package checks

import "github.com/idemspec/idemspec/checks/idem"

// BatchRepeated holds a repeated batch to a replay.
var BatchRepeated = declare(idem.Check{
	ID:     "batch-repeated",
	Title:  "A repeated batch is replayed",
	Family: "batch",
	Clause: idem.BatchRepeat,
	Since:  "v0.1.0",
	Rule: `The key of a batch covers all that is in it. The repeat gets the stored answer, item by
item.`,
	Why: `A route for many at once is written later and by others. Where it does not read the key,
each retry sends everything twice.`,
	Fix:   `Apply the same layer to every route that writes.`,
	Waive: `When the documents say that batches are not covered.`,
	Sources: []string{
		"https://github.com/namuh-eng/opensend/issues/176",
		"https://github.com/milvus-io/milvus/pull/50007",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Batch, Key: "k1"}},
			idem.Probe{Label: "once", Await: 1},
			idem.Send{Label: "repeat", Request: idem.Request{Role: idem.Batch, Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, repeat := success(p, "first"), answer(p, "repeat")
		if !succeeded(p, repeat) && p.Contract.Clause(idem.Replay).Does != idem.Refuses {
			p.Report(idem.Finding{
				Message:  "the target did not replay a batch",
				Want:     status(first),
				Got:      status(repeat),
				Evidence: []string{"first", "repeat"},
			})
			return
		}
		// The effects of a batch may come one by one, and up to one for each item
		// proves nothing.
		once, twice := len(p.Reading("once").Effects), len(p.Reading("after").Effects)
		if due := max(once, len(itemsOf(first.Sent.Body))); twice > due {
			p.Report(idem.Finding{
				Message:  "the target made further effects for a repeated batch",
				Want:     count(due),
				Got:      count(twice),
				Evidence: []string{"first", "repeat", "once", "after"},
			})
		}
	},
})
