package idem

import (
	"math/big"
	"testing"
)

func TestTotalsAreBounds(t *testing.T) {
	eur := func(n, d int64) Money { return Money{"EUR": big.NewRat(n, d)} }
	o := Outlook{
		Before: Forecast{Times: 1, Cost: Cost{Requests: 1, Effects: 1}, Money: eur(21, 2)},
		Checks: []Forecast{
			{Times: 3, Cost: Cost{Requests: 8, Effects: 8}, Money: eur(84, 1)},
			{Times: 1, Cost: Cost{Requests: 2, Effects: 2}, Money: Money{"": big.NewRat(5, 1)}},
			{Verdict: NotTested, Cost: Cost{Requests: 100, Effects: 100}, Money: eur(1000, 1)},
		},
	}
	once, most := o.Totals()
	if got, want := once.Cost, (Cost{Requests: 11, Effects: 11}); got != want {
		t.Errorf("once: %+v, want %+v", got, want)
	}
	if got, want := most.Cost, (Cost{Requests: 27, Effects: 27}); got != want {
		t.Errorf("at most: %+v, want %+v", got, want)
	}
	if once.Money["EUR"].Cmp(big.NewRat(189, 2)) != 0 || most.Money["EUR"].Cmp(big.NewRat(525, 2)) != 0 || most.Money[""].Cmp(big.NewRat(5, 1)) != 0 {
		t.Errorf("money: once %v, at most %v", once.Money, most.Money)
	}
	o.MaxRequests = 20
	if _, most := o.Totals(); most.Cost != (Cost{Requests: 20, Effects: 20}) {
		t.Errorf("with a bound of 20 requests: %+v", most.Cost)
	}
	if o.Before.Money["EUR"].Cmp(big.NewRat(21, 2)) != 0 {
		t.Errorf("the sums were added to the outlook: %v", o.Before.Money)
	}
}
