package runner_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/runner"
)

// A patient remembers answers by key, and shows its effects after a while.
type patient struct {
	mu     sync.Mutex
	bodies map[string][]byte
	made   []time.Time
	late   time.Duration
	header map[string]string
	repeat int // status of a repeat; zero for that of the first
}

func (k *patient) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, value := range k.header {
		w.Header().Set(name, value)
	}
	if r.Method == http.MethodGet {
		var list []map[string]string
		for i, at := range k.made {
			if time.Since(at) > k.late {
				list = append(list, map[string]string{"id": fmt.Sprint(i)})
			}
		}
		json.NewEncoder(w).Encode(map[string]any{"data": list})
		return
	}
	key := r.Header.Get("Idempotency-Key")
	body, known := k.bodies[key]
	switch {
	case known && k.repeat != 0:
		w.WriteHeader(k.repeat)
		return
	case !known:
		body = fmt.Appendf(nil, `{"id":"r%d"}`, len(k.made))
		k.made = append(k.made, time.Now())
		k.bodies[key] = body
	}
	w.WriteHeader(http.StatusCreated)
	w.Write(body)
}

// sign returns the one sign about a subject.
func sign(t *testing.T, d runner.Diagnosis, subject string) runner.Sign {
	t.Helper()
	var found []runner.Sign
	for _, s := range d.Signs {
		if s.Subject == subject {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d signs about %s, want 1: %+v", len(found), subject, d.Signs)
	}
	return found[0]
}

func TestADoctorSaysWhatIsWrong(t *testing.T) {
	lagging := `ledger: { http: { path: "/v1/charges?description={{ case.id }}", effects: "$.data[*]" }, settle: 1ms, patience: 1s }
`
	refuses := func(status int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	one := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		w.Write([]byte(`{"id":"always"}`))
	})
	for _, c := range []struct {
		name    string
		target  http.Handler
		more    string
		subject string
		state   runner.State
		what    string // a part of it
	}{
		{"a key that is noticed", &patient{}, "", "key", runner.Fine, "its repeat has the answer of the first"},
		{"a repeat that is refused", &patient{repeat: 409}, "", "key", runner.Fine, "its repeat was answered 409"},
		{"a key that is not noticed", &counter{}, "", "key", runner.Problem, "its repeat made another resource"},
		{"one answer to all", one, "", "key", runner.Unclear, "nothing can be said about keys"},
		{"access refused", refuses(401), "", "create", runner.Problem, "the target refused access"},
		{"no such path", refuses(404), "", "create", runner.Problem, "answered 404"},
		{"a ledger that is late", &patient{late: 30 * time.Millisecond}, lagging, "ledger", runner.Problem, "a late duplicate could be missed"},
		{"a ledger that shows nothing", &patient{late: time.Hour}, lagging, "ledger", runner.Problem, "did not appear within 1s"},
		{"a ledger that cannot be read", &counter{}, strings.ReplaceAll(lagging, "$.data", "$.nothing"), "ledger", runner.Problem, "it cannot be read"},
		{"no ledger", &patient{}, "", "ledger", runner.Unclear, "the target file has none"},
		{"a clock that is off", &patient{header: map[string]string{"Date": "Mon, 02 Jan 2006 15:04:05 GMT"}}, "", "clock", runner.Problem, "differs from this machine's by -"},
		{"a limit that is too low", &patient{header: map[string]string{"X-RateLimit-Remaining": "3"}}, "", "rate limit", runner.Problem, "X-Ratelimit-Remaining: 3"},
		{"a connection that is kept", &patient{}, "", "reuse", runner.Fine, "serves several requests"},
	} {
		if k, isPatient := c.target.(*patient); isPatient {
			k.bodies = map[string][]byte{}
		}
		s := sign(t, runner.Diagnose(t.Context(), config(t, c.target, c.more, "*")), c.subject)
		if s.State != c.state || !strings.Contains(s.What, c.what) {
			t.Errorf("%s: %+v, want %s: …%s…", c.name, s, c.state, c.what)
		}
		if s.State == runner.Problem && s.Way == "" && c.subject != "create" {
			t.Errorf("%s: a problem without a way out: %+v", c.name, s)
		}
	}
}

func TestADoctorSendsThreeRequestsAndStopsAtATroubledOne(t *testing.T) {
	c := &counter{}
	d := runner.Diagnose(t.Context(), config(t, c, "", "*"))
	if n := c.came.Load(); n != 5 { // two of them only read
		t.Errorf("%d requests came, want 5", n)
	}
	if d.Problems() != 1 || d.Unreachable {
		t.Errorf("%d problems, unreachable %v: %+v", d.Problems(), d.Unreachable, d.Signs)
	}
	gone := config(t, c, "", "*")
	if err := gone.Target.SetURL("http://127.0.0.1:1"); err != nil {
		t.Fatal(err)
	}
	d = runner.Diagnose(t.Context(), gone)
	if s := sign(t, d, "connection"); !d.Unreachable || s.State != runner.Problem || !strings.Contains(s.What, "refused") {
		t.Errorf("of an address where nobody listens: %+v", d)
	}
}

func TestADoctorLooksAtTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(&patient{bodies: map[string][]byte{}})
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	cfg := config(t, &counter{}, "", "*")
	if err := cfg.Target.SetURL(s.URL); err != nil {
		t.Fatal(err)
	}
	d := runner.Diagnose(t.Context(), cfg)
	if tls := sign(t, d, "tls"); !d.Unreachable || tls.State != runner.Problem {
		t.Errorf("an authority that nobody trusts: %+v", d.Signs)
	}
	cfg.TLS = s.Client().Transport.(*http.Transport).TLSClientConfig
	d = runner.Diagnose(t.Context(), cfg)
	if s := sign(t, d, "tls"); s.State != runner.Fine || !strings.HasPrefix(s.What, "trusted, until 20") {
		t.Errorf("a trusted authority: %+v", s)
	}
	if s := sign(t, d, "http"); s.What != "HTTP/1.1 and HTTP/2" {
		t.Errorf("both versions are spoken: %+v", s)
	}
	if s := sign(t, d, "key"); s.State != runner.Fine {
		t.Errorf("a key that is noticed: %+v", s)
	}
}
