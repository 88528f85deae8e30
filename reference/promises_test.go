package reference_test

import (
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// forEach runs a test against a server for each of the contracts, and for two
// that differ the most also on each of the stores.
func forEach(t *testing.T, f func(t *testing.T, tg *target)) {
	t.Helper()
	for name, c := range contracts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, start(t, options(c)))
		})
	}
	for _, c := range []idem.Contract{seed, svix} {
		onEach(t, func(t *testing.T, s reference.Store) {
			f(t, start(t, reference.Options{Contract: c, Store: s}))
		})
	}
}

// wantPromised holds an answer to the clause of a situation.
func (tg *target) wantPromised(s idem.Situation, x idem.Exchange, first *idem.Exchange) {
	tg.t.Helper()
	var r *idem.Response
	if first != nil {
		r = first.Response
	}
	if cl := tg.contract.Clause(s); !cl.Accepts(*x.Response, r) {
		tg.t.Errorf("%s: got %d %s %v, want %s", s, x.Response.Status, x.Response.Body, x.Response.Header, cl.Wants())
	}
}

// wantRefused holds an answer to the clause of a situation, and to being a
// refusal even where the contract is silent.
func (tg *target) wantRefused(s idem.Situation, x idem.Exchange) {
	tg.t.Helper()
	cl := tg.contract.Clause(s)
	cl.Does = idem.Refuses
	if !cl.Accepts(*x.Response, nil) {
		tg.t.Errorf("%s: got %d %s %v, want %s", s, x.Response.Status, x.Response.Body, x.Response.Header, cl.Wants())
	}
}

// wantReplayed holds an answer to all that is promised for a repeat.
func (tg *target) wantReplayed(first, again idem.Exchange) {
	tg.t.Helper()
	cl := tg.contract.Clause(idem.Replay)
	tg.wantPromised(idem.Replay, again, &first)
	if cl.Does == idem.Refuses {
		return
	}
	if what, ok := cl.Differs(first, again); what != "" || !ok {
		tg.t.Errorf("the repeat differs: %s\n%s\n%s", what, first.Response.Body, again.Response.Body)
	}
	if first.Resource == "" || first.Resource != again.Resource {
		tg.t.Errorf("the repeat names %q, want %q", again.Resource, first.Resource)
	}
	m := tg.contract.Marker
	if m.On(*first.Response) || m.Header != "" && !m.On(*again.Response) {
		tg.t.Errorf("the first answer is marked %v and the repeat %v", m.On(*first.Response), m.On(*again.Response))
	}
	for _, name := range []string{"Content-Type", "Location", "ETag"} {
		a, _ := first.Response.Lookup(name)
		b, _ := again.Response.Lookup(name)
		if a != b || a == "" {
			tg.t.Errorf("%s is %q first and %q on the repeat", name, a, b)
		}
	}
}

func TestFirstAndReplayAreAsPromised(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		first := tg.order(o)
		tg.wantPromised(idem.First, first, nil)
		for range 10 {
			tg.wantReplayed(first, tg.order(o))
		}
		tg.wantEffects(o.marker, 1)
	})
}

func TestARefusedRepeatNamesWhatTheFirstHasMade(t *testing.T) {
	tg := start(t, options(goCardless))
	o := tg.fresh()
	first := tg.order(o)
	wantMember(t, *tg.order(o).Response, "/error/errors/0/links/conflicting_resource_id", first.Resource)
}

func TestAnotherKeyIsAnotherEffect(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o, other := tg.fresh(), tg.fresh()
		other.marker = o.marker
		first, second := tg.order(o), tg.order(other)
		tg.wantPromised(idem.OtherKey, second, &first)
		if first.Resource == second.Resource {
			t.Errorf("both keys have made %q", first.Resource)
		}
		tg.wantEffects(o.marker, 2)
	})
}

func TestChangedBodyIsAnsweredAsPromised(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		first := tg.order(o)
		changed := o
		changed.amount = 5200
		x, due := tg.order(changed), 1
		switch tg.contract.Clause(idem.Mismatch).Does {
		case idem.Replays:
			tg.wantReplayed(first, x)
		case idem.Executes:
			due = 2
			tg.wantPromised(idem.Mismatch, x, nil)
		case idem.Refuses, idem.Waits, "":
			tg.wantRefused(idem.Mismatch, x)
		}
		tg.wantReplayed(first, tg.order(o))
		tg.wantEffects(o.marker, due)
	})
}

func TestMissingKeyIsAnsweredAsPromised(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		o.keyless = true
		x := tg.order(o)
		if tg.contract.Required.On("POST") {
			tg.wantRefused(idem.MissingKey, x)
			tg.wantEffects(o.marker, 0)
			return
		}
		again := tg.order(o)
		if x.Resource == "" || again.Resource == "" || x.Resource == again.Resource {
			t.Errorf("requests without a key have made %q and %q", x.Resource, again.Resource)
		}
		tg.wantEffects(o.marker, 2)
	})
}

func TestKeysExpireAsPromised(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		first := tg.order(o)
		kept := time.Duration(tg.contract.Retention.Length)
		if kept == 0 {
			kept = 24 * time.Hour
		}
		tg.advance(kept - time.Minute)
		tg.wantReplayed(first, tg.order(o))
		tg.wantEffects(o.marker, 1)
		tg.advance(2 * time.Minute)
		late := tg.order(o)
		switch does := tg.contract.Clause(idem.Expired).Does; {
		case tg.contract.Retention.Permanent:
			tg.wantReplayed(first, late)
			tg.wantEffects(o.marker, 1)
		case does == idem.Refuses:
			tg.wantPromised(idem.Expired, late, &first)
			tg.wantEffects(o.marker, 1)
		default:
			tg.wantPromised(idem.Expired, late, &first)
			if late.Resource == "" || late.Resource == first.Resource {
				t.Errorf("the late request has made %q, the first %q", late.Resource, first.Resource)
			}
			tg.wantReplayed(late, tg.order(o))
			tg.wantEffects(o.marker, 2)
		}
	})
}

func TestInFlightIsAnsweredAsPromised(t *testing.T) {
	forEach(t, func(t *testing.T, tg *target) {
		o := tg.fresh()
		tg.hold(o.marker)
		first := tg.later(o)
		tg.awaitHeld(o.marker, 1)
		second := tg.later(o)
		var met idem.Exchange
		waits := tg.contract.Clause(idem.InFlight).Does == idem.Waits
		if !waits {
			met = <-second
			tg.wantEffects(o.marker, 0)
		}
		if n := tg.release(o.marker); n != 1 {
			t.Errorf("%d requests were held, want 1", n)
		}
		ran := <-first
		if waits {
			tg.wantReplayed(ran, <-second)
		} else {
			tg.wantRefused(idem.InFlight, met)
		}
		tg.wantReplayed(ran, tg.order(o))
		tg.wantEffects(o.marker, 1)
	})
}
