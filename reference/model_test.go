package reference_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/idemspec/idemspec/reference"
)

// remembered is what the model keeps of a key.
type remembered struct {
	amount int
	at     time.Duration
	id     string
}

// TestTheServerIsAsTheModelSays plays random requests, repeats and leaps of time
// on the server and on a model of a few lines.
func TestTheServerIsAsTheModelSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := reference.New(reference.Options{
			Contract: seed, Clock: fixedClock{}, Seed: rapid.Uint64Range(0, 1).Draw(t, "seed") * rapid.Uint64().Draw(t, "variety"),
		})
		if err != nil {
			t.Fatal(err)
		}
		api, admin := s.API(), s.Admin()
		keys, now, effects := map[string]remembered{}, time.Duration(0), 0
		t.Repeat(map[string]func(*rapid.T){
			"send": func(t *rapid.T) {
				key := rapid.SampledFrom([]string{"k1", "k2", "k3"}).Draw(t, "key")
				amount := rapid.IntRange(1, 3).Draw(t, "amount")
				known, found := keys[key]
				want := 201
				switch {
				case !found || now-known.at >= 24*time.Hour:
				case known.amount == amount:
					want = 200
				default:
					want = 422
				}
				r := callAPI(api, key, fmt.Sprintf(`{"amount": %d, "currency": "usd", "source": "tok_x1"}`, amount))
				id, _ := r.At("/id")
				if r.Status != want || want == 200 && id != known.id {
					t.Fatalf("%s with %d is answered %d %s, want %d %s", key, amount, r.Status, r.Body, want, known.id)
				}
				if want == 201 {
					keys[key] = remembered{amount, now, id}
					effects++
				}
			},
			"wait": func(t *rapid.T) {
				hours := rapid.IntRange(1, 25).Draw(t, "hours")
				now += time.Duration(hours) * time.Hour
				body := strings.NewReader(fmt.Sprintf(`{"advance_seconds": %d}`, hours*3600))
				admin.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/clock", body))
			},
			"": func(t *rapid.T) {
				w := httptest.NewRecorder()
				admin.ServeHTTP(w, httptest.NewRequest("GET", "/ledger", nil))
				if got, want := strings.TrimSpace(w.Body.String()), fmt.Sprintf(`{"count":%d}`, effects); got != want {
					t.Fatalf("the ledger is %s, want %s", got, want)
				}
			},
		})
	})
}

// FuzzPost holds whatever comes as a key and a body to a sane answer: no server
// error, at most one effect, and the same again for a repeat.
func FuzzPost(f *testing.F) {
	f.Add("k", "application/json", sample)
	f.Add(`"k"`, "application/x-www-form-urlencoded", "amount=4200&currency=usd&source=tok_x1&description=m")
	f.Add("k\x00\xff", "application/json", `{"amount": 42e2, "currency": "usd", "source": "tok_x1", "a": {"b": [1e999999999, -0.50]}}`)
	f.Add("", "", "\xff")
	f.Fuzz(func(t *testing.T, key, contentType, body string) {
		s, err := reference.New(options(loose))
		if err != nil {
			t.Fatal(err)
		}
		var statuses []int
		for range 2 {
			r := httptest.NewRequest("POST", "/v1/charges", strings.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+reference.TokenOne)
			r.Header["Content-Type"] = []string{contentType}
			r.Header["Idempotency-Key"] = []string{key}
			w := httptest.NewRecorder()
			s.API().ServeHTTP(w, r)
			statuses = append(statuses, w.Code)
		}
		w := httptest.NewRecorder()
		s.Admin().ServeHTTP(w, httptest.NewRequest("GET", "/ledger", nil))
		first, again, ledger := statuses[0], statuses[1], strings.TrimSpace(w.Body.String())
		switch {
		case first == 201 && key != "" && again == 200 && ledger == `{"count":1}`:
		case first == 201 && key == "" && again == 201 && ledger == `{"count":2}`:
		case first/100 == 4 && again == first && ledger == `{"count":0}`:
		default:
			t.Errorf("%q %q: answered %d, then %d, and the ledger is %s", key, body, first, again, ledger)
		}
	})
}
