package reference_test

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// kills are the points at which the server dies in the middle of a request.
var kills = map[idem.Point]int{idem.KillBefore: 0, idem.KillAfter: 1, idem.KillMail: 1}

func TestADeathInTheMiddleLosesAndDoublesNothing(t *testing.T) {
	for at, made := range kills {
		t.Run(string(at), func(t *testing.T) {
			onEach(t, func(t *testing.T, s reference.Store) {
				tg := start(t, reference.Options{Contract: seed, Store: s})
				o := tg.fresh()
				tg.breakAt(o.marker, at)
				if x, err := tg.try(tg.request(o)); err == nil {
					t.Fatalf("the dying server has answered %d %s", x.Response.Status, x.Response.Body)
				}
				tg.awaitReady()
				tg.wantEffects(o.marker, made)
				tg.wantSent(o.marker)
				again := tg.order(o)
				if want := 201 - made; again.Response.Status != want {
					t.Errorf("the repeat is answered %d %s, want %d", again.Response.Status, again.Response.Body, want)
				}
				if third := tg.order(o); third.Response.Status != 200 || third.Resource != again.Resource {
					t.Errorf("after that the answer is %d %s", third.Response.Status, third.Response.Body)
				}
				tg.wantEffects(o.marker, 1)
				tg.wantSent(o.marker)
			})
		})
	}
}

func TestAFailureInTheMiddleMakesOneEffect(t *testing.T) {
	for at, made := range map[idem.Point]int{idem.BeforeEffect: 0, idem.AfterEffect: 1} {
		t.Run(string(at), func(t *testing.T) {
			onEach(t, func(t *testing.T, s reference.Store) {
				tg := start(t, reference.Options{Contract: seed, Store: s})
				o := tg.fresh()
				tg.breakAt(o.marker, at)
				wantStatus(t, *tg.order(o).Response, 500)
				tg.wantEffects(o.marker, made)
				wantStatus(t, *tg.order(o).Response, 201-made)
				tg.wantEffects(o.marker, 1)
				tg.wantSent(o.marker)
			})
		})
	}
}

func TestABreakStrikesOnceAndCanBeTakenBack(t *testing.T) {
	tg := start(t, options(seed))
	o, other := tg.fresh(), tg.fresh()
	tg.breakAt(o.marker, idem.BeforeEffect)
	wantStatus(t, *tg.order(other).Response, 201)
	wantStatus(t, *tg.order(o).Response, 500)
	wantStatus(t, *tg.order(o).Response, 201)
	mended := tg.fresh()
	tg.breakAt(mended.marker, idem.BeforeEffect)
	wantStatus(t, tg.adminCall("POST", "/mend", ""), 200)
	wantStatus(t, *tg.order(mended).Response, 201)
	for _, bad := range []string{``, `{}`, `{"marker": "m"}`, `{"marker": "m", "at": "noon"}`, `{"at": "kill-after"}`} {
		wantStatus(t, tg.adminCall("POST", "/break", bad), 400)
	}
	wantStatus(t, tg.adminCall("POST", "/mend", "["), 400)
}

func TestNothingIsDoneWhileTheKeysCannotBeReached(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		known, o := tg.fresh(), tg.fresh()
		first := tg.order(known)
		tg.breakAt(o.marker, idem.StoreDown)
		wantStatus(t, *tg.order(o).Response, 503)
		wantStatus(t, *tg.order(known).Response, 503)
		tg.wantEffects(o.marker, 0)
		wantStatus(t, tg.adminCall("POST", "/mend", `{"marker": "`+o.marker+`"}`), 200)
		wantStatus(t, *tg.order(o).Response, 201)
		tg.wantReplayed(first, tg.order(known))
		tg.wantSent(o.marker)
	})
}

func TestAClaimThatCouldNotBeReleasedIsNobodys(t *testing.T) {
	tg := start(t, options(seed))
	o := tg.fresh()
	tg.hold(o.marker)
	first := tg.later(o)
	tg.awaitHeld(o.marker, 1)
	tg.breakAt(o.marker, idem.StoreDown)
	tg.release(o.marker)
	wantStatus(t, *(<-first).Response, 503)
	tg.pull("/mend", struct{}{})
	tg.wantEffects(o.marker, 0)
	wantStatus(t, *tg.order(o).Response, 201)
	tg.wantEffects(o.marker, 1)
}
