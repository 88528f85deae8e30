package reference_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

// flaky is a store that can be out of order.
type flaky struct {
	reference.Store
	down atomic.Bool
}

func (f *flaky) Do(ctx context.Context, do func(reference.Tx) error) error {
	if f.down.Load() {
		return errors.New("the store is down")
	}
	return f.Store.Do(ctx, do)
}

func TestNothingIsDoneThatCannotBeRemembered(t *testing.T) {
	store := &flaky{Store: reference.NewMemory()}
	tg := start(t, reference.Options{Contract: seed, Store: store})
	o := tg.fresh()
	store.down.Store(true)
	wantStatus(t, *tg.order(o).Response, 503)
	store.down.Store(false)
	tg.wantEffects(o.marker, 0)
	wantStatus(t, *tg.order(o).Response, 201)
}

// failing is a policy whose work fails the first time, in some way.
func failing(how func() error) func() reference.Policy {
	p := reference.Correct(seed)
	execute := p.Execute
	var tried atomic.Bool
	p.Execute = func(c *reference.Call, mine reference.Record, work reference.Work) (reference.Answer, error) {
		if tried.Swap(true) {
			return execute(c, mine, work)
		}
		return execute(c, mine, func(tx reference.Tx) (reference.Answer, error) {
			if _, err := work(tx); err != nil {
				return reference.Answer{}, err
			}
			return reference.Answer{}, how()
		})
	}
	return func() reference.Policy { return p }
}

func TestAFailedWorkLeavesNoEffectAndItsKeyFree(t *testing.T) {
	broken := errors.New("broken")
	for name, how := range map[string]func() error{
		"an error": func() error { return broken },
		"a panic":  func() error { panic(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, s reference.Store) {
				tg := start(t, reference.Options{Contract: seed, Store: s, Policy: failing(how)})
				o := tg.fresh()
				if x, err := tg.try(tg.request(o)); err == nil && x.Response.Status != 503 {
					t.Errorf("got %d %s, want 503 or no answer", x.Response.Status, x.Response.Body)
				}
				tg.wantEffects(o.marker, 0)
				wantStatus(t, *tg.order(o).Response, 201)
				tg.wantEffects(o.marker, 1)
			})
		})
	}
}

// TestAClaimThatWasTakenOverCommitsNothing is the fence against an owner that
// was taken for dead and comes back.
func TestAClaimThatWasTakenOverCommitsNothing(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		p := reference.Correct(seed)
		var taken atomic.Bool
		p.Orphaned = func(*reference.Call, reference.Tx, reference.Record) (bool, error) {
			return !taken.Swap(true), nil
		}
		tg := start(t, reference.Options{Contract: seed, Store: s, Policy: func() reference.Policy { return p }})
		o := tg.fresh()
		tg.hold(o.marker)
		first := tg.later(o)
		tg.awaitHeld(o.marker, 1)
		second := tg.later(o)
		tg.awaitHeld(o.marker, 2)
		tg.release(o.marker)
		a, b := <-first, <-second
		if a.Resource != b.Resource && a.Response.Status != 409 {
			t.Errorf("got %d %q and %d %q", a.Response.Status, a.Resource, b.Response.Status, b.Resource)
		}
		tg.wantEffects(o.marker, 1)
	})
}

func TestContractsThatCannotBeKeptAreRefused(t *testing.T) {
	twins, never, pattern := seed, seed, seed
	twins.Clauses = clauses("other-key", "refuses")
	never.Clauses = clauses("replay", "executes")
	pattern.Format.Pattern = "("
	for name, o := range map[string]reference.Options{
		"another key is refused": options(twins), "a repeat is executed": options(never), "a broken pattern": options(pattern),
	} {
		if _, err := reference.New(o); err == nil {
			t.Errorf("%s: the contract is taken", name)
		}
	}
	if _, err := reference.New(reference.Options{Store: downStore()}); err == nil {
		t.Error("a store that is down is taken")
	}
}

func downStore() reference.Store {
	f := &flaky{Store: reference.NewMemory()}
	f.down.Store(true)
	return f
}

func TestAClosedServerDoesNothing(t *testing.T) {
	s, err := reference.New(options(seed))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if r := callAPI(s.API(), "k", sample); r.Status != 503 {
		t.Errorf("got %d %s, want 503", r.Status, r.Body)
	}
}
