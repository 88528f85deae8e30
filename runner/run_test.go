package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/target"
)

// A counter is a target that executes whatever comes and counts it.
type counter struct {
	came atomic.Int64
	at   map[int64]func() // what is done when so many requests have come
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := c.came.Add(1)
	if f := c.at[n]; f != nil {
		f()
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(map[string]any{"id": n})
}

const ledger = `ledger: { http: { path: "/v1/charges?description={{ case.id }}", effects: "$.data[*]" }, settle: 1ms, patience: 1s }
`

// config makes a run of checks at a target, whose file has more lines than the
// plain ones.
func config(t *testing.T, h http.Handler, more string, patterns ...string) runner.Config {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	tgt, err := target.Load("target.yaml", []byte(`url: `+s.URL+`
profile: seed
operations:
  create:
    method: POST
    path: /v1/charges
    body: { amount: 4200, description: "{{ case.id }}" }
    change: { amount: 5200 }
    id: $.id
`+more), target.Env{})
	if err != nil {
		t.Fatal(err)
	}
	contract, err := profiles.Load("seed")
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := checks.Select(checks.All(), patterns, nil)
	if err != nil {
		t.Fatal(err)
	}
	return runner.Config{Tool: "idemspec/test", Target: tgt, Contract: contract, Checks: chosen, Seed: 1, Timeout: 10 * time.Second}
}

// TestNothingIsSentAfterACancel breaks a run off in the middle of a request, at
// several points; the request that is out is the last.
func TestNothingIsSentAfterACancel(t *testing.T) {
	stopped := errors.New("stopped by the test")
	for _, at := range []int64{1, 2, 5, 12} {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := &counter{at: map[int64]func(){at: func() { cancel(stopped) }}}
		record := runner.Run(ctx, config(t, c, "", "replay-*", "mismatch*", "other*"))
		if record.Ended != stopped.Error() {
			t.Errorf("cancelled at request %d: ended %q", at, record.Ended)
		}
		time.Sleep(20 * time.Millisecond)
		if came := c.came.Load(); came != at {
			t.Errorf("cancelled at request %d, and %d came", at, came)
		}
	}
}

// TestABurstNamesItsFormation looks at what a report has of a burst.
func TestABurstNamesItsFormation(t *testing.T) {
	record := runner.Run(t.Context(), config(t, &counter{}, "", "pair-one-effect"))
	if len(record.Results) != 1 || len(record.Results[0].History.Exchanges) == 0 {
		t.Fatalf("results %+v", record.Results)
	}
	for _, x := range record.Results[0].History.Exchanges {
		if x.Formation != "HTTP/1.1, a connection for each request, the end of each head and all behind it held back" {
			t.Errorf("%s: formation %q", x.Label, x.Formation)
		}
	}
	if v := record.Results[0].Judgement.Verdict(); v != idem.Failed || record.Results[0].Race != nil {
		t.Errorf("verdict %s, race %v", v, record.Results[0].Race)
	}
}

// A keeper is a target that executes each key once, one request at a time, and
// has a ledger.
type keeper struct {
	mu   sync.Mutex
	came int            // requests to the operation
	made map[string]int // resources by key
	of   map[string][]effect
}

type effect struct {
	ID int `json:"id"`
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		json.NewEncoder(w).Encode(map[string]any{"data": append([]effect{}, k.of[r.FormValue("description")]...)})
		return
	}
	var sent struct {
		Description string `json:"description"`
	}
	json.NewDecoder(r.Body).Decode(&sent)
	k.came++
	key := r.Header.Get("Idempotency-Key")
	n, known := k.made[key]
	if !known {
		n = k.came
		k.made[key] = n
		k.of[sent.Description] = append(k.of[sent.Description], effect{n})
	}
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(effect{n})
}

// TestTheRoundsOfARace has a right target: how many rounds it takes is the
// machine's matter, that they stay within the bound and say what they claim is
// not.
func TestTheRoundsOfARace(t *testing.T) {
	const plan = 16 // requests of one round
	for name, tt := range map[string]struct {
		window time.Duration
		bound  int
		claims bool // may claim a limit
	}{
		"no window":               {0, 1000, false},
		"a window":                {2 * time.Millisecond, 1000, true},
		"no bound":                {2 * time.Millisecond, 0, true},
		"a bound of little more":  {time.Microsecond, 3*plan + 1, true},
		"a bound of not one more": {time.Microsecond, plan + 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			k := &keeper{made: map[string]int{}, of: map[string][]effect{}}
			c := config(t, k, ledger, "pair-one-effect")
			c.RaceWindow, c.MaxRequests = tt.window, tt.bound
			res := runner.Run(t.Context(), c).Results[0]
			if res.Judgement.Verdict() != idem.Passed || res.Race == nil {
				t.Fatalf("verdict %s (%s), race %v", res.Judgement.Verdict(), res.Judgement.Why(), res.Race)
			}
			claimed := res.Race.Window >= idem.Duration(tt.window) && res.Race.Confidence == runner.DefaultRaceConfidence && res.Race.Why == ""
			if silent := res.Race.Window == 0 && res.Race.Confidence == 0 && res.Race.Why != ""; !silent && (!claimed || !tt.claims) {
				t.Errorf("race %+v", *res.Race)
			}
			if rounds := (k.came - 1) / plan; rounds < res.Race.Rounds || tt.bound > 0 && k.came > tt.bound {
				t.Errorf("%d requests came for %d rounds with a bound of %d", k.came, res.Race.Rounds, tt.bound)
			}
		})
	}
}
