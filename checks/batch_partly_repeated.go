package checks

import "github.com/idemspec/idemspec/checks/idem"

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
		success(p, "first")
		overlap := answer(p, "overlap")
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
		if !succeeded(p, overlap) || len(after) != len(once)+1 {
			p.Report(idem.Finding{
				Message:  "the target did not make just the new item of a batch that repeats items of an earlier one",
				Want:     count(len(once) + 1),
				Got:      status(overlap) + ", " + count(len(after)),
				Evidence: []string{"first", "overlap", "once", "after"},
			})
		}
	},
})
