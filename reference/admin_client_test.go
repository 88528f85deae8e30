package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ask calls the admin side and reads its answer into a value.
func (tg *target) ask(method, path string, body, into any) {
	tg.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		tg.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(tg.t.Context(), method, tg.admin+path, bytes.NewReader(text))
	if err != nil {
		tg.t.Fatal(err)
	}
	resp, err := tg.client.Do(r)
	if err != nil {
		tg.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		tg.t.Fatalf("%s %s was answered %d", method, path, resp.StatusCode)
	}
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		tg.t.Fatal(err)
	}
}

func (tg *target) effects(marker string) []reference.Effect {
	tg.t.Helper()
	var ledger struct{ Effects []reference.Effect }
	tg.ask("GET", "/ledger?marker="+url.QueryEscape(marker), nil, &ledger)
	return ledger.Effects
}

func (tg *target) wantEffects(marker string, want int) {
	tg.t.Helper()
	if got := tg.effects(marker); len(got) != want {
		tg.t.Errorf("the ledger shows %d effects for %q, want %d: %+v", len(got), marker, want, got)
	}
}

func (tg *target) advance(d time.Duration) {
	tg.t.Helper()
	var now any
	tg.ask("POST", "/clock", map[string]any{"advance_seconds": d.Seconds()}, &now)
}

type holdState struct {
	Holding bool
	Held    int
}

func (tg *target) hold(marker string) {
	tg.t.Helper()
	var state holdState
	tg.ask("POST", "/hold", map[string]string{"marker": marker}, &state)
	if !state.Holding {
		tg.t.Fatalf("%q is not held", marker)
	}
}

// awaitHeld returns once n requests are held.
func (tg *target) awaitHeld(marker string, n int) {
	tg.t.Helper()
	waitUntil(tg.t, fmt.Sprintf("%d requests of %q are held", n, marker), func() bool {
		var state holdState
		tg.ask("GET", "/hold?marker="+url.QueryEscape(marker), nil, &state)
		return state.Held >= n
	})
}

func (tg *target) release(marker string) int {
	tg.t.Helper()
	var state struct{ Released int }
	tg.ask("POST", "/release", map[string]string{"marker": marker}, &state)
	return state.Released
}

// waitUntil looks again and again until something holds, and fails the test
// after ten seconds.
func waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// pull uses a lever of the admin side that has nothing to tell.
func (tg *target) pull(path string, body any) {
	tg.t.Helper()
	var told any
	tg.ask("POST", path, body, &told)
}

func (tg *target) breakAt(marker string, at idem.Point) {
	tg.t.Helper()
	tg.pull("/break", map[string]any{"marker": marker, "at": at})
}

// awaitReady returns once the server works, also if it has just died.
func (tg *target) awaitReady() {
	tg.t.Helper()
	waitUntil(tg.t, "the server works again", func() bool {
		return tg.adminCall("GET", "/ready", "").Status == http.StatusOK
	})
}

func (tg *target) outside(marker string) []reference.Message {
	tg.t.Helper()
	var told struct{ Sent []reference.Message }
	tg.ask("GET", "/outside?marker="+url.QueryEscape(marker), nil, &told)
	return told.Sent
}

// wantSent holds what has left to one message of each kind for each effect.
func (tg *target) wantSent(marker string) {
	tg.t.Helper()
	due := map[string]int{}
	for _, e := range tg.effects(marker) {
		for _, kind := range []string{"webhook", "mail", "provider"} {
			due[e.ID+"."+kind]++
		}
	}
	got := map[string]int{}
	for _, m := range tg.outside(marker) {
		got[m.ID]++
	}
	if d := cmp.Diff(due, got); d != "" {
		tg.t.Errorf("what has left for %q (-want +got):\n%s", marker, d)
	}
}
