package reference_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

func TestServerErrorsAreRememberedAsPromised(t *testing.T) {
	for _, c := range []struct {
		does           idem.Behaviour
		at             idem.Point
		again, effects int
	}{
		{idem.Executes, idem.BeforeEffect, 201, 1},
		{idem.Executes, idem.AfterEffect, 200, 1},
		{idem.Replays, idem.BeforeEffect, 500, 0},
		{idem.Replays, idem.AfterEffect, 500, 1},
		{idem.Refuses, idem.BeforeEffect, 409, 0},
		{idem.Refuses, idem.AfterEffect, 409, 1},
	} {
		t.Run(string(c.does)+" "+string(c.at), func(t *testing.T) {
			tg := start(t, options(situation{clause: idem.AfterError, does: c.does}.contract()))
			tg.breakAt("m", c.at)
			wantStatus(t, tg.take(step{}), 500)
			for range 2 {
				if r := tg.take(step{}); r.Status != c.again && c.again != 201 {
					t.Errorf("the repeat is answered %d %s, want %d", r.Status, r.Body, c.again)
				}
			}
			tg.wantEffects("m", c.effects)
			tg.wantSent("m")
		})
	}
}

func TestALostStoreIsAnsweredAsPromised(t *testing.T) {
	for does, want := range map[idem.Behaviour]int{idem.Refuses: 507, idem.Executes: 201} {
		tg := start(t, options(situation{clause: idem.StoreLost, does: does, status: []int{want}}.contract()))
		tg.breakAt("m", idem.StoreDown)
		wantStatus(t, tg.take(step{}), want)
		tg.wantEffects("m", map[int]int{507: 0, 201: 1}[want])
	}
}

func TestARevokedRightIsAnsweredAsPromised(t *testing.T) {
	for does, want := range map[idem.Behaviour]int{idem.Refuses: 404, idem.Replays: 200} {
		s := situation{clause: idem.RightRevoked, does: does}
		if does == idem.Refuses {
			s.status = []int{404}
		}
		tg := start(t, options(s.contract()))
		by := step{token: reference.TokenOneRevocable}
		wantStatus(t, tg.take(by), 201)
		tg.pull("/revoke", map[string]string{"credential": by.token})
		wantStatus(t, tg.take(by), want)
		by.keys = []string{"fresh"}
		if r := tg.take(by); r.Status/100 != 4 {
			t.Errorf("new work of a caller without the right is answered %d", r.Status)
		}
		tg.wantEffects("m", 1)
	}
}

func TestWhatMeetsARunningRequestIsAnsweredAsPromised(t *testing.T) {
	for status, more := range map[int]func(*idem.Contract){
		422: func(*idem.Contract) {},
		409: func(c *idem.Contract) { c.Clauses[idem.RunningMismatch] = must(idem.Refuses, status(409)) },
	} {
		s := situation{clause: idem.RetryAfter, more: func(c *idem.Contract) {
			more(c)
			c.Clauses[idem.RetryAfter] = idem.Clause{Level: idem.Must, Answer: idem.Answer{
				RetryAfter: idem.Bounds{Least: idem.Duration(1500 * time.Millisecond), Most: idem.Duration(time.Minute)},
			}}
		}}
		tg := start(t, options(s.contract()))
		o := tg.fresh()
		tg.hold(o.marker)
		first := tg.later(o)
		tg.awaitHeld(o.marker, 1)
		met := tg.order(o)
		wantStatus(t, *met.Response, 409)
		if hint, _ := met.Response.Lookup("Retry-After"); hint != "2" {
			t.Errorf("Retry-After is %q", hint)
		}
		o.amount = 5200
		wantStatus(t, *tg.order(o).Response, status)
		tg.release(o.marker)
		<-first
	}
}

func TestAReplayShowsTheStateThatIsPromised(t *testing.T) {
	for body, want := range map[idem.Fidelity]string{idem.SameBytes: "4200", idem.SameResource: "5000"} {
		c := situation{clause: idem.LateChange, does: idem.Replays, more: func(c *idem.Contract) {
			cl := c.Clauses[idem.LateChange]
			cl.Answer.Body = body
			c.Clauses[idem.LateChange] = cl
		}}.contract()
		tg := start(t, options(c))
		first := tg.take(step{})
		changed := tg.take(step{method: "PATCH", path: "/v1/charges/ch_a1", body: `{"amount": 5000}`, keys: keyless})
		again := tg.take(step{})
		wantMember(t, again, "/amount", want)
		latest := first
		if body == idem.SameResource {
			latest = changed
		}
		tag, _ := latest.Lookup("ETag")
		if got, _ := again.Lookup("ETag"); got != tag {
			t.Errorf("%s: the entity tag is %s, want %s", body, got, tag)
		}
	}
}

func TestAReplayExtendsTheRetentionWhereThatIsPromised(t *testing.T) {
	for does, want := range map[idem.Behaviour]int{idem.Executes: 201, idem.Replays: 200} {
		onEach(t, func(t *testing.T, s reference.Store) {
			c := situation{clause: idem.Extended, does: does}.contract()
			tg := start(t, reference.Options{Contract: c, Store: s})
			tg.take(step{})
			tg.advance(12 * time.Hour)
			wantStatus(t, tg.take(step{}), 200)
			tg.advance(13 * time.Hour)
			wantStatus(t, tg.take(step{}), want)
		})
	}
}

func TestFieldsOfTheFirstCallerAreNotReplayed(t *testing.T) {
	tg := start(t, options(seed))
	first, again := tg.take(step{}), tg.take(step{})
	for _, name := range []string{"Set-Cookie", "WWW-Authenticate"} {
		_, had := first.Lookup(name)
		if got, has := again.Lookup(name); !had || has {
			t.Errorf("%s: the first answer has it %v, and the replay has %q", name, had, got)
		}
	}
}

func TestTheKeyIsNamedWhereThatIsPromised(t *testing.T) {
	for _, more := range []func(*idem.Contract){nil, quotedKeys} {
		tg := start(t, options(situation{clause: idem.Echoed, more: more}.contract()))
		keys := []string{`"k"`}
		for _, r := range []idem.Response{tg.take(step{keys: keys}), tg.take(step{keys: keys})} {
			if got, _ := r.Lookup("Idempotency-Key"); got != `"k"` {
				t.Errorf("the answer names the key %q", got)
			}
		}
	}
	tg := start(t, options(seed))
	if got, found := tg.take(step{}).Lookup("Idempotency-Key"); found {
		t.Errorf("the answer names the key %q, which nobody has promised", got)
	}
}

func TestPagesOfOtherOriginsCanSendTheKey(t *testing.T) {
	tg := start(t, options(svix))
	r := newRequest(t, http.MethodOptions, tg.api+"/v1/charges", nil)
	r.Header.Set("Origin", "https://shop.example")
	x := tg.send(r)
	wantStatus(t, *x.Response, 204)
	allowed, _ := x.Response.Lookup("Access-Control-Allow-Headers")
	if !strings.Contains(allowed, "Idempotency-Key") || !strings.Contains(allowed, "Authorization") {
		t.Errorf("what may be sent is %q", allowed)
	}
	tg = start(t, options(seed))
	exposed, _ := tg.take(step{head: "Origin: https://shop.example"}).Lookup("Access-Control-Expose-Headers")
	if !strings.Contains(exposed, seed.Marker.Header) || !strings.Contains(exposed, "Location") {
		t.Errorf("what may be read is %q", exposed)
	}
	if _, found := tg.take(step{}).Lookup("Access-Control-Allow-Origin"); found {
		t.Error("a client that is no page is told about pages")
	}
}
