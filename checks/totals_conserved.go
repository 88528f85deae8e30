package checks

import (
	"math/big"

	"github.com/idemspec/idemspec/checks/idem"
)

// TotalsConserved holds the ledger's sum to what was answered.
var TotalsConserved = declare(idem.Check{
	ID:     "totals-conserved",
	Title:  "The ledger's sum is the sum of what was answered",
	Family: "first",
	Clause: idem.Totals,
	Since:  "v0.1.0",
	Rule: `Amounts in the ledger are those of the requests that were answered with success, each
once.`,
	Why: `A count of entries can be right while an amount is wrong: a changed body that updated
the first charge, a replay that added to it.`,
	Fix:   `Write an amount once, with its effect, and never change it by a replay.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/LerianStudio/midaz",
		"https://github.com/juspay/hyperswitch/pull/319",
	},
	Applies: mismatchDoesNotExecute,
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "one", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "made", Await: 1},
			idem.Send{Label: "one-again", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "one-changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
			idem.Send{Label: "two", Request: idem.Request{Key: "k2", Body: idem.ChangedBody}},
			idem.Send{Label: "two-again", Request: idem.Request{Key: "k2", Body: idem.ChangedBody}},
			idem.Probe{Label: "after", Await: 2},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		one, two := success(p, "one"), success(p, "two")
		answer(p, "one-changed")
		usual, readable := sumOfEffects(p.Reading("made").Effects)
		first, named := sumOfAnswers(one)
		want, ok := sumOfAnswers(one, two)
		got, known := sumOfEffects(p.Reading("after").Effects)
		if !named || !readable || !ok || !known {
			p.Inconclusive("the answers or the ledger name no amounts that could be added up",
				"give the ledger the amount, such as: amount: $.amount")
		}
		if usual.Cmp(first) != 0 {
			p.Inconclusive("the ledger gives another amount for one request than its answer: it counts in another unit, or books fees or both sides as well",
				"give the ledger the amount that answers name")
		}
		if len(p.Reading("after").Effects) < 2 {
			p.Inconclusive("the ledger does not show the second request: either it was not booked, or the ledger lags", "give the ledger a longer patience")
		}
		if want.Cmp(got) != 0 {
			p.Report(idem.Finding{
				Message:  "the target's ledger has another sum than what was answered with success",
				Want:     want.RatString(),
				Got:      got.RatString(),
				Evidence: []string{"one", "made", "one-changed", "two", "after"},
			})
		}
	},
})

// sumOfAnswers adds up the amounts that answers name.
func sumOfAnswers(all ...idem.Exchange) (*big.Rat, bool) {
	sum := new(big.Rat)
	for _, x := range all {
		text, found := x.Response.At("/amount")
		n, ok := idem.Rational(text)
		if !found || !ok {
			return nil, false
		}
		sum.Add(sum, n)
	}
	return sum, true
}

// sumOfEffects adds up the amounts of a ledger.
func sumOfEffects(all []idem.Effect) (*big.Rat, bool) {
	sum := new(big.Rat)
	for _, e := range all {
		n, ok := idem.Rational(e.Amount)
		if !ok {
			return nil, false
		}
		sum.Add(sum, n)
	}
	return sum, len(all) > 0
}
