package reference_test

import (
	"context"
	"errors"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

func TestARestartCutsOffWhatRunsAndKeepsWhatIsDone(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		done, running := tg.fresh(), tg.fresh()
		first := tg.order(done)
		tg.hold(running.marker)
		tg.breakAt(done.marker, idem.BeforeEffect)
		cut := make(chan error, 1)
		r := tg.request(running)
		go func() {
			_, err := tg.try(r)
			cut <- err
		}()
		tg.awaitHeld(running.marker, 1)
		owner := s.Owner()
		tg.pull("/restart", struct{}{})
		if err := <-cut; err == nil {
			t.Error("a request was answered by a server that had died")
		}
		if s.Owner() == owner {
			t.Error("the store has the owner that it had")
		}
		tg.awaitReady()
		tg.wantReplayed(first, tg.order(done))
		tg.wantEffects(running.marker, 0)
		wantStatus(t, *tg.order(running).Response, 201)
		fresh := tg.fresh()
		fresh.marker = done.marker
		wantStatus(t, *tg.order(fresh).Response, 201) // the break is gone
		tg.wantSent(running.marker)
	})
}

// broken is a store that can be opened once.
type broken struct{ reference.Store }

func (broken) Renew(context.Context) error { return errors.New("the disk is gone") }

func TestAServerThatCannotStartAgainIsNotReady(t *testing.T) {
	tg := start(t, reference.Options{Contract: seed, Store: broken{reference.NewMemory()}})
	wantStatus(t, tg.adminCall("GET", "/ready", ""), 200)
	for range 2 {
		wantStatus(t, tg.adminCall("POST", "/restart", ""), 503)
	}
	r := tg.adminCall("GET", "/ready", "")
	wantStatus(t, r, 503)
	wantMember(t, r, "/ready", "false")
	wantMember(t, r, "/error", "the disk is gone")
	if _, err := tg.try(tg.request(tg.fresh())); err == nil {
		t.Error("a server that is dead has answered")
	}
}

func TestAPolicyForgetsInACrash(t *testing.T) {
	lives := 0
	tg := start(t, reference.Options{Contract: seed, Policy: func() reference.Policy {
		lives++
		return reference.Correct(seed)
	}})
	tg.pull("/restart", struct{}{})
	if lives != 2 {
		t.Errorf("the policy was made %d times in two lives", lives)
	}
}

func TestARightCanBeRevokedForGood(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		o := tg.fresh()
		o.token = reference.TokenOneRevocable
		wantStatus(t, *tg.order(o).Response, 201)
		tg.pull("/revoke", map[string]string{"credential": o.token})
		for range 2 {
			x := tg.order(o)
			wantStatus(t, *x.Response, 403)
			if x.Resource != "" {
				t.Errorf("a right was revoked and %s shown", x.Resource)
			}
			tg.pull("/restart", struct{}{})
		}
		o.token = reference.TokenOne
		wantStatus(t, *tg.order(o).Response, 200)
		wantStatus(t, tg.adminCall("POST", "/revoke", `{"credential": "`+reference.TokenOne+`"}`), 400)
	})
}
