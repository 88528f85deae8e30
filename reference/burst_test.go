package reference_test

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

const burstSize = 20

// burst sends orders together and returns their exchanges.
func (tg *target) burst(orders []order) []idem.Exchange {
	tg.t.Helper()
	gate := make(chan struct{})
	answered := make([]chan idem.Exchange, len(orders))
	for i, o := range orders {
		r := tg.request(o)
		answered[i] = make(chan idem.Exchange, 1)
		go func() {
			<-gate
			x, err := tg.try(r)
			if err != nil {
				tg.t.Error(err)
				x.Response = &idem.Response{}
			}
			answered[i] <- x
		}()
	}
	close(gate)
	all := make([]idem.Exchange, len(orders))
	for i := range all {
		all[i] = <-answered[i]
	}
	return all
}

func TestBurstOfOneKeyMakesOneEffect(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		orders := make([]order, burstSize)
		for i := range orders {
			orders[i] = o
		}
		made := map[string]bool{}
		running := tg.contract.Clause(idem.InFlight)
		running.Does = idem.Refuses
		for _, x := range tg.burst(orders) {
			switch {
			case x.Response.Status/100 == 2:
				made[x.Resource] = true
			case running.Accepts(*x.Response, nil):
			case tg.contract.Clause(idem.Replay).Does == idem.Refuses:
				tg.wantPromised(idem.Replay, x, nil)
			default:
				t.Errorf("one of the burst was answered %d %s", x.Response.Status, x.Response.Body)
			}
		}
		if len(made) != 1 {
			t.Errorf("the burst has made %v, want one resource", made)
		}
		tg.wantEffects(o.marker, 1)
	})
}

func TestBurstOfManyKeysExecutesEach(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		marker := tg.fresh().marker
		orders := make([]order, burstSize)
		for i := range orders {
			orders[i] = tg.fresh()
			orders[i].marker = marker
		}
		first := tg.burst(orders)
		made := map[string]bool{}
		for i, x := range first {
			tg.wantPromised(idem.First, x, nil)
			made[x.Resource] = true
			tg.wantReplayed(x, tg.order(orders[i]))
		}
		if len(made) != burstSize {
			t.Errorf("the burst has made %d resources, want %d", len(made), burstSize)
		}
		tg.wantEffects(marker, burstSize)
	})
}

func TestBurstOfOneKeyWithTwoBodiesMakesOneEffect(t *testing.T) {
	tg := start(t, options(seed))
	o := tg.fresh()
	orders := make([]order, burstSize)
	for i := range orders {
		orders[i] = o
		orders[i].amount = 4200 + 1000*(i%2)
	}
	for _, x := range tg.burst(orders) {
		switch x.Response.Status {
		case 200, 201, 409, 422:
		default:
			t.Errorf("one of the burst was answered %d %s", x.Response.Status, x.Response.Body)
		}
	}
	tg.wantEffects(o.marker, 1)
}

func TestTwoServersOnOneStoreAreOne(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		one := start(t, reference.Options{Contract: seed, Store: s})
		two := start(t, reference.Options{Contract: seed, Store: s})
		for n := range 5 {
			o := one.fresh()
			first, second := one.later(o), two.later(o)
			a, b := <-first, <-second
			again, other := one.order(o), two.order(o)
			if again.Resource != other.Resource || again.Response.Status != 200 || other.Response.Status != 200 {
				t.Errorf("round %d: got %d and %d at first, then %q and %q",
					n, a.Response.Status, b.Response.Status, again.Resource, other.Resource)
			}
			two.wantEffects(o.marker, 1)
		}
	})
}
