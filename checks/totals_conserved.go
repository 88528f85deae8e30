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
		want, ok := sumOfAnswers(one, two)
		got, known := sumOfEffects(p.Reading("after").Effects)
		if !ok || !known {
			p.Inconclusive("the answers or the ledger name no amounts that could be added up",
				"give the ledger the amount, such as: amount: $.amount")
		}
		if want.Cmp(got) != 0 {
			p.Report(idem.Finding{
				Message:  "the target's ledger has another sum than what was answered with success",
				Want:     want.RatString(),
				Got:      got.RatString(),
				Evidence: []string{"one", "one-changed", "two", "after"},
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
