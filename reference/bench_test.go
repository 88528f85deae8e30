package reference_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

// BenchmarkPost shows what a charge costs the server, apart from the network,
// with a key and without.
func BenchmarkPost(b *testing.B) {
	kinds := []string{"memory", "sqlite", "sqlite-durable"}
	if postgres() != "" {
		kinds = append(kinds, "postgres")
	}
	for _, store := range kinds {
		for _, keyed := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/keyed=%v", store, keyed), func(b *testing.B) {
				s, err := reference.New(reference.Options{Store: benchStore(b, store)})
				if err != nil {
					b.Fatal(err)
				}
				api := s.API()
				for n := 0; b.Loop(); n++ {
					r := httptest.NewRequest("POST", "/v1/charges", strings.NewReader(sample))
					r.Header.Set("Authorization", "Bearer "+reference.TokenOne)
					if keyed {
						r.Header.Set("Idempotency-Key", fmt.Sprint("key-", n))
					}
					w := httptest.NewRecorder()
					if api.ServeHTTP(w, r); w.Code != http.StatusCreated {
						b.Fatalf("got %d %s", w.Code, w.Body)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
			})
		}
	}
}

func benchStore(b *testing.B, kind string) reference.Store {
	b.Helper()
	d := reference.Off
	switch kind {
	case "memory":
		return reference.NewMemory()
	case "sqlite-durable":
		d = reference.Full
	}
	if kind == "postgres" {
		return benchPostgres(b)
	}
	s, err := reference.OpenSQLite(b.Context(), filepath.Join(b.TempDir(), "store.db"), d)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// benchPostgres opens a schema that is deleted in the end.
func benchPostgres(b *testing.B) reference.Store {
	b.Helper()
	s, err := reference.OpenPostgres(b.Context(), postgres(), "idemspec bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Drop(context.Background()); err != nil {
			b.Error(err)
		}
	})
	return s
}
