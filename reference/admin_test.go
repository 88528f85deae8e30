package reference_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// adminCall calls the admin side with a body that need not be right.
func (tg *target) adminCall(method, path, body string) idem.Response {
	tg.t.Helper()
	r, err := http.NewRequestWithContext(tg.t.Context(), method, tg.admin+path, strings.NewReader(body))
	if err != nil {
		tg.t.Fatal(err)
	}
	return *tg.send(r).Response
}

func TestLedgerShowsTheEffectsOfAMarker(t *testing.T) {
	tg := start(t, options(loose))
	tg.call("POST", "/v1/charges", sample)
	tg.call("POST", "/v1/charges", strings.Replace(sample, `"m"`, `"other"`, 1))
	for path, want := range map[string]string{
		"/ledger?marker=m":       `{"effects": [{"id": "ch_a1", "amount": 4200, "currency": "usd", "account": "acct_one", "kind": "charge"}]}`,
		"/ledger?marker=unknown": `{"effects": []}`,
		"/ledger":                `{"count": 2}`,
		"/ready":                 `{"ready": true}`,
		"/hold?marker=m":         `{"marker": "m", "holding": false, "held": 0}`,
	} {
		r := tg.adminCall("GET", path, "")
		if r.Status != 200 || !idem.EqualJSON(r.Body, []byte(want)) {
			t.Errorf("%s: got %d %s, want %s", path, r.Status, r.Body, want)
		}
	}
}

func TestTheAPIHasNoAdminSide(t *testing.T) {
	tg := start(t, options(loose))
	for _, path := range []string{"/ledger", "/ready", "/hold"} {
		wantStatus(t, tg.call("GET", path, ""), 404)
	}
}

func TestTheClockMovesAheadOnly(t *testing.T) {
	tg := start(t, options(loose))
	made := func() string {
		created, _ := tg.call("POST", "/v1/charges", sample).At("/created")
		return created
	}
	for _, bad := range []string{``, `{}`, `{"advance_seconds": -1}`, `{"advance_seconds": "soon"}`, `{"advance_seconds": 1e12}`} {
		wantStatus(t, tg.adminCall("POST", "/clock", bad), 400)
	}
	before := made()
	wantStatus(t, tg.adminCall("POST", "/clock", `{"advance_seconds": 3600}`), 200)
	wantStatus(t, tg.adminCall("POST", "/clock", `{"advance_seconds": "86400"}`), 200)
	if after := made(); after <= before {
		t.Errorf("created is %s before and %s after", before, after)
	}
}

func TestAHoldIsForItsMarkerAlone(t *testing.T) {
	tg := start(t, options(seed))
	held, free := tg.fresh(), tg.fresh()
	tg.hold(held.marker)
	tg.hold(held.marker)
	first := tg.later(held)
	tg.awaitHeld(held.marker, 1)
	wantStatus(t, *tg.order(free).Response, 201)
	tg.wantEffects(held.marker, 0)
	if n := tg.release(held.marker); n != 1 {
		t.Errorf("%d requests were released, want 1", n)
	}
	wantStatus(t, *(<-first).Response, 201)
	wantStatus(t, *tg.order(held).Response, 200)
	if n := tg.release(held.marker); n != 0 {
		t.Errorf("a second release has let go %d", n)
	}
	wantStatus(t, tg.adminCall("POST", "/hold", `{}`), 400)
	wantStatus(t, tg.adminCall("POST", "/release", `nothing`), 400)
}

func TestAHoldKeepsChangesOfACharge(t *testing.T) {
	tg := start(t, options(loose))
	tg.call("POST", "/v1/charges", sample)
	tg.hold("m")
	r := newRequest(t, "DELETE", tg.api+"/v1/charges/ch_a1", nil)
	authorize(r, "")
	done := make(chan error, 1)
	go func() {
		_, err := tg.try(r)
		done <- err
	}()
	tg.awaitHeld("m", 1)
	wantStatus(t, tg.call("GET", "/v1/charges/ch_a1", ""), 200)
	tg.release("m")
	if err := <-done; err != nil {
		t.Error(err)
	}
	wantStatus(t, tg.call("GET", "/v1/charges/ch_a1", ""), 404)
}

func TestAdminSaysThatTheStoreIsDown(t *testing.T) {
	store := &flaky{Store: reference.NewMemory()}
	tg := start(t, reference.Options{Store: store})
	store.down.Store(true)
	for _, path := range []string{"/ready", "/ledger", "/ledger?marker=m"} {
		wantStatus(t, tg.adminCall("GET", path, ""), 503)
	}
	wantStatus(t, tg.adminCall("POST", "/clock", `{"advance_seconds": 1}`), 503)
}

// fixedClock stands still, and whoever sleeps on it wakes at once.
type fixedClock struct{}

func (fixedClock) Now() time.Time                             { return time.Unix(1_700_000_000, 0) }
func (fixedClock) Sleep(context.Context, time.Duration) error { return nil }

func TestTheClockIsTheOneThatWasGiven(t *testing.T) {
	tg := start(t, reference.Options{Clock: fixedClock{}})
	tg.adminCall("POST", "/clock", `{"advance_seconds": 11}`)
	wantMember(t, tg.call("POST", "/v1/charges", sample), "/created", "1700000011")
}
