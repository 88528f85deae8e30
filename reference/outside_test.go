package reference_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

func TestAnEffectIsAnnouncedOnce(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		for range 3 {
			tg.order(o)
		}
		changed := o
		changed.amount = 5200
		tg.order(changed)
		tg.wantSent(o.marker)
	})
}

func TestAMessageNamesItsCharge(t *testing.T) {
	tg := start(t, options(loose))
	tg.call("POST", "/v1/charges", sample)
	tg.call("POST", "/v1/refunds", `{"charge": "ch_a1", "amount": 200}`)
	tg.call("DELETE", "/v1/charges/ch_a1", "")
	keys := map[string]bool{}
	var got []string
	for _, m := range tg.outside("m") {
		got = append(got, m.Kind+" "+m.Charge)
		if (m.Key != "") != (m.Kind == "provider") {
			t.Errorf("%s has the key %q", m.ID, m.Key)
		}
		keys[m.Key] = true
	}
	want := strings.Fields("webhook mail provider webhook mail provider webhook mail provider")
	for i := range want {
		want[i] += " ch_a1"
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(keys) != 4 {
		t.Errorf("three effects have %d keys at the provider", len(keys)-1)
	}
}

func TestWhatIsRefusedSendsNothing(t *testing.T) {
	tg := start(t, options(seed))
	declined, missing, other := tg.fresh(), tg.fresh(), tg.fresh()
	declined.source, missing.keyless = "tok_declined", true
	for _, o := range []order{declined, missing} {
		tg.order(o)
		tg.wantSent(o.marker)
	}
	tg.hold(other.marker)
	first := tg.later(other)
	tg.awaitHeld(other.marker, 1)
	wantStatus(t, *tg.order(other).Response, 409)
	if sent := tg.outside(other.marker); len(sent) != 0 {
		t.Errorf("a request in flight has sent %+v", sent)
	}
	tg.release(other.marker)
	<-first
	tg.wantSent(other.marker)
}

func TestAMessageIsHandedOnByOneOfManyRelays(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		one := start(t, reference.Options{Contract: seed, Store: s})
		two := start(t, reference.Options{Contract: seed, Store: s})
		o := one.fresh()
		orders := make([]order, 10)
		for i := range orders {
			orders[i] = one.fresh()
			orders[i].marker = o.marker
		}
		answered := make(chan []idem.Exchange)
		go func() { answered <- two.burst(orders[5:]) }()
		one.burst(orders[:5])
		<-answered
		one.wantEffects(o.marker, len(orders))
		two.wantSent(o.marker)
	})
}

func TestAMessageThatCouldNotBeHandedOnComesAgain(t *testing.T) {
	tries := 0
	p := reference.Correct(seed)
	relay := p.Relay
	p.Relay = func(ctx context.Context, s reference.Store, m reference.Message) error {
		if tries++; tries < 3 {
			return errors.New("nobody is there")
		}
		return relay(ctx, s, m)
	}
	tg := start(t, reference.Options{Contract: seed, Policy: func() reference.Policy { return p }})
	o := tg.fresh()
	tg.order(o)
	waitUntil(t, "all has left", func() bool { return tg.adminCall("GET", "/outside?marker="+o.marker, "").Status == 200 })
	tg.wantSent(o.marker)
}
