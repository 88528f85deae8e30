package runner_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// TestNothingIsSentAgainByItself has a target that takes each request in and
// ends the connection without an answer, on hooks as on operations.
func TestNothingIsSentAgainByItself(t *testing.T) {
	for name, more := range map[string]string{
		"an operation": "",
		"a clock":      "clock: { http: { path: /test/clock, headers: { Idempotency-Key: \"{{ case.id }}\" }, body: { seconds: \"{{ seconds }}\" } } }\n",
		"an empty one": "clock: { http: { path: \"/test/clock?by={{ seconds }}\", headers: { Idempotency-Key: \"{{ case.id }}\" } } }\n",
		"a GET":        "clock: { http: { method: GET, path: \"/test/clock?by={{ seconds }}\" } }\n",
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{}
			var hooks atomic.Int64
			d.answer = func(_ http.ResponseWriter, a arrival) bool {
				hook := strings.HasPrefix(a.target, "/test/")
				if hook && hooks.Add(1) > 1 || !hook && more == "" && !isPlain(a) {
					panic(http.ErrAbortHandler)
				}
				return false
			}
			steps := idem.Plan{send("first", "k1")}
			if more != "" {
				steps = idem.Plan{idem.Wait{For: 1e9}, idem.Wait{For: 1e9}, send("first", "k1")}
			}
			wants(t, only(t, setup(t, d, more, plans("lost", steps...))), idem.Inconclusive, "")
			if sent, want := len(d.sent()), map[bool]int{true: 1, false: 0}[more == ""]; sent != want {
				t.Errorf("%d requests came, want %d", sent, want)
			}
			if n := hooks.Load(); more != "" && n != 2 {
				t.Errorf("%d hooks came", n)
			}
		})
	}
}

// TestADetourIsNotTaken has operations and hooks that are sent elsewhere.
func TestADetourIsNotTaken(t *testing.T) {
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	t.Setenv("HTTP_PROXY", other.URL)
	d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
		if isPlain(a) {
			return false
		}
		w.Header().Set("Location", other.URL+"/v1/charges")
		w.WriteHeader(http.StatusTemporaryRedirect)
		return true
	}}
	record := runner.Run(t.Context(), setup(t, d, levers, plans("a", send("first", "k1")), plans("b", idem.Wait{For: 1e9}, send("first", "k1"))))
	wants(t, record.Results[0], idem.Passed, "")
	if status := record.Results[0].History.Exchanges[0].Response.Status; status != http.StatusTemporaryRedirect {
		t.Errorf("the record has %d", status)
	}
	wants(t, record.Results[1], idem.Inconclusive, "307")
	if n := elsewhere.Load(); n != 0 {
		t.Errorf("%d requests came elsewhere", n)
	}
}

// TestASilentTargetIsGivenUp has one that never answers what comes after its
// first request.
func TestASilentTargetIsGivenUp(t *testing.T) {
	end := make(chan struct{})
	d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
		if !isPlain(a) {
			<-end
		}
		return false
	}}
	background := send("first", "k1")
	background.Background = true
	burst := idem.Burst{Label: "first", Requests: idem.Copies(2, idem.Request{Key: "k1"})}
	c := setup(t, d, "", plans("a", send("first", "k1")), plans("b", background, idem.Join{Label: "first"}), plans("c", burst))
	t.Cleanup(func() { close(end) })
	c.Timeout = 30 * time.Millisecond
	for _, r := range runner.Run(t.Context(), c).Results {
		wants(t, r, idem.Inconclusive, "time-out of the exchange")
	}
}

// TestEachRequestHasAConnectionOfItsOwn counts them.
func TestEachRequestHasAConnectionOfItsOwn(t *testing.T) {
	var opened atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusCreated)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	c := setup(t, &desk{}, "", plans("a", send("first", "k1"), send("again", "k1"), idem.Burst{Label: "burst", Requests: idem.Copies(3, idem.Request{Key: "k1"})}))
	c.Target = load(t, s.URL, create, "")
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	if n := opened.Load(); n != 1+2+3 {
		t.Errorf("%d connections were opened", n)
	}
	for _, x := range r.History.Exchanges {
		if x.Wire.Reused || x.Wire.Conn == 0 {
			t.Errorf("%s: %+v", x.Label, x.Wire)
		}
	}
}
