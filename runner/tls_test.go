package runner_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
)

// A seedServer keeps the seed contract, as far as its few operations go.
type seedServer struct {
	forgets bool // a key is not looked at

	mu    sync.Mutex
	plain int // requests that came without TLS
	kept  map[string]*stored
	made  []made
}

type stored struct{ body, answer []byte }

type made struct {
	ID     int    `json:"id"`
	marker string // in the body
}

func (s *seedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.TLS == nil {
		s.plain++
	}
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		mine := []made{}
		for _, m := range s.made {
			if strings.Contains(m.marker, r.FormValue("of")) {
				mine = append(mine, m)
			}
		}
		json.NewEncoder(w).Encode(map[string]any{"data": mine})
		return
	}
	body, _ := io.ReadAll(r.Body)
	key := r.Header.Get("Idempotency-Key")
	known := s.kept[key]
	switch {
	case key == "":
		w.WriteHeader(http.StatusBadRequest)
	case known == nil || s.forgets:
		m := made{len(s.made) + 1, string(body)}
		s.made = append(s.made, m)
		answer, _ := json.Marshal(m)
		s.kept[key] = &stored{body, answer}
		w.WriteHeader(http.StatusCreated)
		w.Write(answer)
	case !bytes.Equal(known.body, body):
		w.WriteHeader(http.StatusUnprocessableEntity)
	default:
		w.Header().Set("Idempotent-Replay", "true")
		w.Write(known.answer)
	}
}

// secure makes a run of checks of the catalogue at a server of TLS.
func secure(t *testing.T, h http.Handler, patterns ...string) runner.Config {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	contract, err := profiles.Load("seed")
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := checks.Select(checks.All(), patterns, nil)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return runner.Config{
		Tool: "idemspec/test", Contract: contract, Checks: chosen, Seed: 3, Jobs: 2, Timeout: 10 * time.Second,
		Target: load(t, s.URL, create, strings.ReplaceAll(quickLedger, "30ms", "2s")), TLS: &tls.Config{RootCAs: roots},
	}
}

var overTLS = []string{"first-*", "replay-same-answer", "replay-marked", "mismatch-refused", "missing-key-refused", "other-key-*", "pair-one-effect", "burst-one-effect", "lost-answer-one-effect", "reset-one-effect"}

// TestARightServerOverTLS runs plain requests, bursts, faults and the ledger
// from one end to the other.
func TestARightServerOverTLS(t *testing.T) {
	s := &seedServer{kept: map[string]*stored{}}
	record := runner.Run(t.Context(), secure(t, s, overTLS...))
	if record.Unusable != "" || record.Internal != "" || len(record.Results) != len(overTLS) {
		t.Fatalf("unusable %q, internal %q, %d results", record.Unusable, record.Internal, len(record.Results))
	}
	for _, r := range record.Results {
		wants(t, r, idem.Passed, "")
		for _, x := range r.History.Exchanges {
			if !strings.HasPrefix(x.Sent.URL, "https://") {
				t.Errorf("%s went to %s", x.Label, x.Sent.URL)
			}
		}
		if r.Race != nil && r.Race.Beyond != "TLS" {
			t.Errorf("%s: the claim leaves out what stands between: %+v", r.Check, *r.Race)
		}
	}
	if s.plain != 0 {
		t.Errorf("%d requests came without TLS", s.plain)
	}
}

// TestAWrongServerOverTLS forgets its keys, and is found out.
func TestAWrongServerOverTLS(t *testing.T) {
	for _, r := range runner.Run(t.Context(), secure(t, &seedServer{kept: map[string]*stored{}, forgets: true}, "replay-same-answer", "pair-one-effect", "lost-answer-one-effect")).Results {
		wants(t, r, idem.Failed, "")
	}
}

// TestAHostThatCannotBeTrusted sends nothing to it.
func TestAHostThatCannotBeTrusted(t *testing.T) {
	for name, spoil := range map[string]func(*runner.Config){
		"an unknown authority": func(c *runner.Config) { c.TLS = nil },
		"another name":         func(c *runner.Config) { c.TLS.ServerName = "other.example.org" },
		"no TLS there": func(c *runner.Config) {
			if err := c.Target.SetURL("http" + strings.TrimPrefix(c.Target.URL.String(), "https")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &seedServer{kept: map[string]*stored{}}
			c := secure(t, s, "replay-same-answer", "pair-one-effect")
			spoil(&c)
			record := runner.Run(t.Context(), c)
			for _, r := range record.Results {
				if v := r.Judgement.Verdict(); v != idem.Errored || record.Unusable == "" {
					t.Errorf("%s: %s, unusable %q", r.Check, v, record.Unusable)
				}
			}
			if len(s.made) != 0 {
				t.Errorf("%d requests came", len(s.made))
			}
		})
	}
}
