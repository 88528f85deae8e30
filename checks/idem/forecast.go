package idem

import (
	"maps"
	"math/big"
	"slices"
)

// An Outlook is a run before anything is sent.
type Outlook struct {
	Contract    Contract
	Target      Target
	Before      Forecast   // the plain first requests that show whether the target can be tested
	Checks      []Forecast // in the order of the catalogue
	MaxRequests int        // bound on requests; zero if there is none
}

// A Forecast says what one check would do to a target.
type Forecast struct {
	Check     Check
	Operation string
	Plan      Plan
	Times     int     // most often that the plan is carried out; zero if it is not
	Verdict   Verdict // of a check that is not carried out; [Unjudged] of any other
	Why, Way  string  // why it is not carried out, and the way out
	Cost      Cost    // of carrying it out once
	Money     Money   // likewise
}

// ID names the forecast as the result of a run: "check/operation".
func (f Forecast) ID() string { return f.Check.ID + "/" + f.Operation }

// Money is a sum for each currency, by its name as bodies have it. A currency
// that bodies do not name is the empty text.
type Money map[string]*big.Rat

// Add adds another sum so many times.
func (m Money) Add(other Money, times int) {
	for currency, sum := range other {
		if m[currency] == nil {
			m[currency] = new(big.Rat)
		}
		m[currency].Add(m[currency], new(big.Rat).Mul(sum, big.NewRat(int64(times), 1)))
	}
}

// Currencies lists the currencies, sorted.
func (m Money) Currencies() []string { return slices.Sorted(maps.Keys(m)) }

// Totals returns what the whole run sends and creates at most: if every plan is
// carried out once, and if each is as often as it may be.
func (o Outlook) Totals() (once, most Forecast) {
	once, most = o.Before, o.Before
	once.Money, most.Money = Money{}, Money{}
	once.Money.Add(o.Before.Money, 1)
	most.Money.Add(o.Before.Money, 1)
	for _, f := range o.Checks {
		if f.Times == 0 {
			continue
		}
		once.Cost.Requests += f.Cost.Requests
		once.Cost.Effects += f.Cost.Effects
		once.Money.Add(f.Money, 1)
		most.Cost.Requests += f.Cost.Requests * f.Times
		most.Cost.Effects += f.Cost.Effects * f.Times
		most.Money.Add(f.Money, f.Times)
	}
	if o.MaxRequests > 0 {
		most.Cost.Requests = min(most.Cost.Requests, o.MaxRequests)
		most.Cost.Effects = min(most.Cost.Effects, o.MaxRequests)
	}
	return once, most
}
