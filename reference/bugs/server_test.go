package bugs_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/idemspec/idemspec/reference"
	"github.com/idemspec/idemspec/reference/bugs"
)

// A server has the bugs under test and the empty contract, under which the
// reference server keeps keys for a day and refuses another body with 422.
type server struct {
	t          *testing.T
	api, admin *httptest.Server
}

func start(t *testing.T, faulty ...bugs.Bug) *server {
	t.Helper()
	s, err := reference.New(bugs.Apply(reference.Options{}, faulty...))
	if err != nil {
		t.Fatal(err)
	}
	srv := &server{t, httptest.NewServer(s.API()), httptest.NewServer(s.Admin())}
	t.Cleanup(func() {
		srv.api.Close()
		srv.admin.Close()
		s.Close()
	})
	return srv
}

// charge asks for a charge of the amount and returns the status of the answer.
func (s *server) charge(key string, amount int) int {
	s.t.Helper()
	body := fmt.Sprintf(`{"amount": %d, "currency": "usd", "source": "tok_x1", "description": "m"}`, amount)
	r, err := http.NewRequestWithContext(s.t.Context(), "POST", s.api.URL+"/v1/charges", strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0
	}
	r.Header.Set("Authorization", "Bearer "+reference.TokenOne)
	r.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Error(err)
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

// together asks n times at once for the same charge.
func (s *server) together(key string, n int) {
	gate := make(chan struct{})
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			<-gate
			s.charge(key, 4200)
		})
	}
	close(gate)
	all.Wait()
}

func (s *server) advance(d time.Duration) {
	s.t.Helper()
	resp, err := http.Post(s.admin.URL+"/clock", "application/json", strings.NewReader(fmt.Sprintf(`{"advance_seconds": %f}`, d.Seconds())))
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		s.t.Fatalf("the clock was answered %d", resp.StatusCode)
	}
}

// effects counts the entries of the ledger.
func (s *server) effects() int {
	s.t.Helper()
	resp, err := http.Get(s.admin.URL + "/ledger?marker=m")
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	ledger, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Count(string(ledger), `"id"`)
}
