package runner_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/target"
)

// An arrival is a request as a target of a test got it.
type arrival struct {
	method, target, body string
	header               http.Header
	at                   time.Time
}

// A desk is a target that notes all that arrives. Each request of an operation
// gets a resource of its own, and each hook works, unless answer says otherwise.
type desk struct {
	answer func(w http.ResponseWriter, a arrival) bool // reports whether it has answered; nil never has

	mu  sync.Mutex
	all []arrival
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a := arrival{r.Method, r.URL.RequestURI(), string(body), r.Header.Clone(), time.Now()}
	d.mu.Lock()
	d.all = append(d.all, a)
	n := len(d.all)
	d.mu.Unlock()
	if d.answer != nil && d.answer(w, a) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(map[string]any{"id": n, "data": []any{}})
}

// came lists what arrived under a path, in the order of arrival.
func (d *desk) came(prefix string) []arrival {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.all), func(a arrival) bool { return !strings.HasPrefix(a.target, prefix) })
}

// sent lists the requests to the operations but for the plain ones that come
// before the checks.
func (d *desk) sent() []arrival {
	return slices.DeleteFunc(d.came("/v1/"), func(a arrival) bool { return isPlain(a) })
}

func isPlain(a arrival) bool { return strings.Contains(a.target+a.body, "-000") }

func keys(all []arrival) []string {
	var list []string
	for _, a := range all {
		list = append(list, a.header.Get("Idempotency-Key"))
	}
	return list
}

const create = `  create: { method: POST, path: /v1/charges, body: { amount: 4200, description: "{{ case.id }}" }, change: { amount: 5200 }, id: $.id }
`

const levers = `auth: { bearer: "${env:TOKEN}" }
accounts: { revoked: { auth: { bearer: "other-token" } } }
clock: { http: { path: /test/clock, body: { seconds: "{{ seconds }}", run: "{{ run.id }}" } } }
hold: { http: { path: /test/hold, body: { case: "{{ case.id }}" } }, release: { path: /test/release, body: { case: "{{ case.id }}" } }, patience: 200ms }
restart: { http: { path: /test/restart }, ready: { path: /test/ready } }
break: { http: { path: /test/break, body: { case: "{{ case.id }}", at: "{{ point }}" } }, mend: { path: /test/mend } }
revoke: { http: { path: "/test/revoke?run={{ run.id }}" } }
`

const token = "tok/en+with 9=odd\"letters"

// load reads a target file whose operations and more are given.
func load(t *testing.T, url, operations, more string) *target.Target {
	t.Helper()
	text := "url: " + url + "\n" + more + "operations:\n" + operations
	tgt, err := target.Load("target.yaml", []byte(text), target.Env{Getenv: func(string) (string, bool) { return token, true }})
	if err != nil {
		t.Fatal(err)
	}
	return tgt
}

// promises is a contract on a header field, with one clause that each check of
// these tests is about.
func promises() idem.Contract {
	return idem.Contract{
		Carrier: idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"},
		Clauses: map[idem.Situation]idem.Clause{idem.Marked: {Level: idem.Must}},
	}
}

// setup makes a run of checks at a handler.
func setup(t *testing.T, h http.Handler, more string, all ...idem.Check) runner.Config {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return runner.Config{
		Tool: "idemspec/test", Target: load(t, s.URL, create, more), Contract: promises(), Checks: all,
		Seed: 1, Timeout: 10 * time.Second,
	}
}

// plans makes a check that does steps and passes once it has seen the exchange
// or reading that the last label names.
func plans(id string, steps ...idem.Step) idem.Check {
	return idem.Check{
		ID: id, Clause: idem.Marked,
		Plan: func(idem.Contract) idem.Plan { return steps },
		Judge: func(p *idem.Pass) {
			switch s := steps[len(steps)-1].(type) {
			case idem.Send:
				p.Answer(s.Label)
			case idem.Follow:
				p.Answer(s.Label)
			case idem.Join:
				p.Answer(s.Label)
			case idem.Burst:
				p.Answer(s.Label)
			case idem.Probe:
				p.Reading(s.Label)
			default:
				p.Answer("first")
			}
		},
	}
}

// send is a plain send with a key.
func send(label string, key idem.KeySymbol) idem.Send {
	return idem.Send{Label: label, Request: idem.Request{Key: key}}
}

// only runs one check and returns its result.
func only(t *testing.T, c runner.Config) idem.Result {
	t.Helper()
	record := runner.Run(t.Context(), c)
	if len(record.Results) != 1 {
		t.Fatalf("%d results", len(record.Results))
	}
	return record.Results[0]
}

// wants compares a verdict, and a part of its reason.
func wants(t *testing.T, r idem.Result, v idem.Verdict, why string) {
	t.Helper()
	if got := r.Judgement; got.Verdict() != v || !strings.Contains(got.Why(), why) {
		t.Errorf("%s: %s, %q, want %s, %q", r.ID(), got.Verdict(), got.Why(), v, why)
	}
}
