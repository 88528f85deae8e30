package reference_test

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestKeysProtectEachWritingMethod(t *testing.T) {
	tg := start(t, options(seed))
	tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "k0")
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		effects                  int
	}{
		{"a relative PATCH does not compound", "PATCH", "/v1/charges/ch_a1", `{"amount": "+100"}`, 200, 2},
		{"a PUT converges", "PUT", "/v1/charges/ch_a1", sample, 200, 3},
		{"a refund is given once", "POST", "/v1/refunds", `{"charge": "ch_a1", "amount": 1}`, 201, 4},
		{"a DELETE with its key is replayed", "DELETE", "/v1/charges/ch_a1", "", 204, 5},
	} {
		first := tg.call(c.method, c.path, c.body, "Idempotency-Key", c.name)
		again := tg.call(c.method, c.path, c.body, "Idempotency-Key", c.name)
		wantStatus(t, first, c.status)
		if first.Status != again.Status && (first.Status != 201 || again.Status != 200) {
			t.Errorf("%s: got %d first and %d on the repeat", c.name, first.Status, again.Status)
		}
		if string(first.Body) != string(again.Body) || seed.Marker.On(first) || !seed.Marker.On(again) {
			t.Errorf("%s: the repeat is no marked replay: %s %v", c.name, again.Body, again.Header)
		}
		tg.wantEffects("m", c.effects)
	}
}

func TestReadsIgnoreKeys(t *testing.T) {
	tg := start(t, options(seed))
	tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "k0")
	for range 2 {
		r := tg.call("GET", "/v1/charges/ch_a1", "", "Idempotency-Key", "k0")
		if r.Status != 200 || seed.Marker.On(r) {
			t.Errorf("the read was answered %d %v", r.Status, r.Header)
		}
	}
}

func TestWhichOutcomesAreRemembered(t *testing.T) {
	declined := `{"amount": 4200, "currency": "usd", "source": "tok_declined", "description": "m"}`
	for _, c := range []struct {
		name, method, path, body, head string
		status                         int
		remembered                     bool
	}{
		{"a declined card stays declined", "POST", "/v1/charges", declined, "", 402, true},
		{"a refund of nothing stays not found", "POST", "/v1/refunds", `{"charge": "ch_a9"}`, "", 404, true},
		{"an invalid request leaves its key free", "POST", "/v1/charges", `{"amount": -1, "currency": "usd", "source": "tok_x1"}`, "", 422, false},
		{"a failed precondition leaves its key free", "PUT", "/v1/charges/ch_a1", sample, `"v9"`, 412, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tg := start(t, options(seed))
			tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "k0")
			send := func() idem.Response {
				return tg.call(c.method, c.path, c.body, "Idempotency-Key", "k1", "If-Match", c.head)
			}
			first, again := send(), send()
			wantStatus(t, first, c.status)
			wantStatus(t, again, c.status)
			if seed.Marker.On(again) != c.remembered {
				t.Errorf("the repeat is marked %v: %s", seed.Marker.On(again), again.Body)
			}
			if !c.remembered {
				good := tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "k1")
				wantStatus(t, good, 201)
			}
		})
	}
}

func TestKeyErrorsAreProblemsThatLeadToTheirDescription(t *testing.T) {
	tg := start(t, options(seed))
	tg.call("POST", "/v1/charges", sample, "Idempotency-Key", "secret-key")
	r := tg.call("POST", "/v1/charges", `{"amount": 1, "currency": "usd", "source": "tok_x1"}`, "Idempotency-Key", "secret-key")
	want := `{"type": "/problems/key-reused", "title": "Idempotency key is already used", "status": 422,
		"detail": "the idempotency key was used with a different request"}`
	if !idem.EqualJSON(r.Body, []byte(want)) {
		t.Errorf("got %s, want %s", r.Body, want)
	}
	if link, _ := r.Lookup("Link"); link != `</problems/key-reused>; rel="describedby"` {
		t.Errorf("Link is %q", link)
	}
	wantStatus(t, tg.call("GET", "/problems/key-reused", ""), 200)
	wantStatus(t, tg.call("GET", "/problems/none", ""), 404)
}
