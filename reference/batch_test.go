package reference_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// items writes the body of a batch of charges with these item keys; an empty one
// leaves the key out.
func items(keys ...string) string {
	var all []string
	for i, k := range keys {
		item := fmt.Sprintf(`{"amount": %d, "currency": "usd", "source": "tok_x1"`, 100+i)
		if k != "" {
			item += fmt.Sprintf(`, "item_key": %q`, k)
		}
		all = append(all, item+"}")
	}
	return `{"description": "m", "items": [` + strings.Join(all, ", ") + `]}`
}

func TestABatchMakesEachOfItsItemsOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		send := func(key, body string) idem.Response {
			return tg.call("POST", "/v1/batches", body, "Idempotency-Key", key)
		}
		first, again := send("k1", items("a", "b", "")), send("k1", items("a", "b", ""))
		wantStatus(t, first, 201)
		if string(first.Body) != string(again.Body) || !seed.Marker.On(again) {
			t.Errorf("the repeat is answered %d %s", again.Status, again.Body)
		}
		tg.wantEffects("m", 3)
		overlap := send("k2", items("a", "b", "c"))
		for pointer, want := range map[string]string{"/results/0/status": "200", "/results/1/status": "200", "/results/2/status": "201"} {
			wantMember(t, overlap, pointer, want)
		}
		made, _ := first.At("/results/0/charge/id")
		wantMember(t, overlap, "/results/0/charge/id", made)
		tg.wantEffects("m", 4)
		tg.wantSent("m")
		where, _ := first.Lookup("Location")
		wantMember(t, tg.call("GET", where, ""), "/results/0/charge/id", made)
	})
}

func TestItemsOfABatchHaveTheirOwnOutcomes(t *testing.T) {
	tg := start(t, options(loose))
	body := strings.Replace(items("a", "b", "a", ""), `102, "currency"`, `100, "currency"`, 1)
	body = strings.Replace(body, "tok_x1", "tok_declined", 2)
	body = strings.Replace(body, "tok_declined", "tok_x1", 1)
	r := tg.call("POST", "/v1/batches", body)
	for i, want := range []string{"201", "402", "200", "201"} {
		wantMember(t, r, fmt.Sprintf("/results/%d/status", i), want)
	}
	tg.wantEffects("m", 2)
	r = tg.call("POST", "/v1/batches", items("c", "a"))
	wantMember(t, r, "/results/1/status", "422") // another amount under the item's key
	r = tg.call("POST", "/v1/batches", strings.Replace(items("c", "b"), `100, `, `100, `, 1))
	wantMember(t, r, "/results/1/status", "201") // what was declined has not used up its key
	tg.wantEffects("m", 4)
	for _, bad := range []string{`{}`, `{"items": []}`, `{"items": [1]}`, `{"items": {}}`, `{"items": [{"amount": 1}]}`, items(strings.Split(strings.Repeat(",", 100), ",")...)} {
		wantStatus(t, tg.call("POST", "/v1/batches", bad), 400)
	}
}

func TestAnOverlapIsRefusedWholeWhereTheContractSaysSo(t *testing.T) {
	c := situation{clause: idem.BatchOverlap, does: idem.Refuses, status: []int{409}}.contract()
	tg := start(t, options(c))
	wantStatus(t, tg.call("POST", "/v1/batches", items("a"), "Idempotency-Key", "k1"), 201)
	wantStatus(t, tg.call("POST", "/v1/batches", items("a", "b"), "Idempotency-Key", "k2"), 409)
	tg.wantEffects("m", 1)
	wantStatus(t, tg.call("POST", "/v1/batches", items("b"), "Idempotency-Key", "k3"), 201)
	tg.wantEffects("m", 2)
}

func TestTwoBatchesAtOnceMakeASharedItemOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				keys := []string{"a", "b", fmt.Sprint("own-", i)}
				if i%2 == 1 {
					keys[0], keys[1] = "b", "a"
				}
				body := strings.ReplaceAll(items(keys...), "101,", "100,")
				r := newRequest(t, "POST", tg.api+"/v1/batches", []byte(body))
				authorize(r, "")
				r.Header.Set("Idempotency-Key", fmt.Sprint("k", i))
				if x, err := tg.try(r); err != nil || x.Response.Status != 201 {
					t.Errorf("got %v, %v", x.Response, err)
				}
			})
		}
		all.Wait()
		tg.wantEffects("m", 8)
		tg.wantSent("m")
	})
}

func TestAJobIsDoneOnceAndLater(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		first := tg.call("POST", "/v1/jobs", sample, "Idempotency-Key", "k")
		wantStatus(t, first, 202)
		again := tg.call("POST", "/v1/jobs", sample, "Idempotency-Key", "k")
		if string(first.Body) != string(again.Body) {
			t.Errorf("the repeat is answered %d %s, want %s", again.Status, again.Body, first.Body)
		}
		tg.wantEffects("m", 1)
		tg.wantSent("m")
		where, _ := again.Lookup("Location")
		done := tg.call("GET", where, "")
		wantMember(t, done, "/status", "done")
		wantMember(t, done, "/charge", tg.effects("m")[0].ID)
		declined := tg.call("POST", "/v1/jobs", strings.Replace(sample, "tok_x1", "tok_declined", 1), "Idempotency-Key", "d")
		tg.wantEffects("m", 1)
		where, _ = declined.Lookup("Location")
		failed := tg.call("GET", where, "")
		wantMember(t, failed, "/status", "failed")
		wantMember(t, failed, "/problem/status", "402")
	})
}

func TestAJobSurvivesTheDeathOfItsServer(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		tg := start(t, reference.Options{Contract: seed, Store: s})
		tg.breakAt("m", idem.KillMail)
		r := newRequest(t, "POST", tg.api+"/v1/jobs", []byte(sample))
		authorize(r, "")
		r.Header.Set("Idempotency-Key", "k")
		if x, err := tg.try(r); err == nil {
			t.Fatalf("the dying server has answered %d", x.Response.Status)
		}
		tg.awaitReady()
		tg.wantEffects("m", 1)
		wantStatus(t, tg.call("POST", "/v1/jobs", sample, "Idempotency-Key", "k"), 200)
		tg.wantEffects("m", 1)
		tg.wantSent("m")
	})
}
