package reference_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/idemspec/idemspec/reference"
)

// postgresVariable names the database that the tests may use; empty if they are
// not to.
const postgresVariable = "IDEMSPEC_POSTGRES"

func postgres() string { return os.Getenv(postgresVariable) }

// schema names a schema that nobody else has, and deletes it in the end.
func schema(t *testing.T) string {
	t.Helper()
	name := "idemspec " + strings.ToLower(rand.Text()[:10])
	t.Cleanup(func() {
		s, err := reference.OpenPostgres(context.Background(), postgres(), name)
		if err == nil {
			err = s.Drop(context.Background())
		}
		if err != nil {
			t.Error(err)
		}
	})
	return name
}

func openPostgres(t *testing.T, schema string) reference.Store {
	t.Helper()
	s, err := reference.OpenPostgres(t.Context(), postgres(), schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// onPostgres runs a test that is about several openings of one database. It says
// so where none was named.
func onPostgres(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	if postgres() == "" {
		t.Logf("%s is empty: PostgreSQL was not asked for", postgresVariable)
		return
	}
	f(t)
}

func TestPostgresIsAmongTheStoresIfADatabaseIsNamed(t *testing.T) {
	if _, among := stores()["postgres"]; among != (postgres() != "") {
		t.Errorf("PostgreSQL is tested: %v, and %s is %q", among, postgresVariable, postgres())
	}
	onPostgres(t, func(t *testing.T) { openPostgres(t, schema(t)) })
}

func TestOpeningsOfOneDatabaseKnowWhoLives(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		name := schema(t)
		one, two := openPostgres(t, name), openPostgres(t, name)
		dead := func(owner string) bool {
			t.Helper()
			var dead bool
			do(t, two, func(tx reference.Tx) (err error) {
				dead, err = tx.Dead(owner)
				return err
			})
			return dead
		}
		first := one.Owner()
		if first == two.Owner() || dead(first) || dead(two.Owner()) {
			t.Errorf("the owners are %s and %s, and one of them counts as dead", first, two.Owner())
		}
		if err := one.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !dead(first) || dead(one.Owner()) {
			t.Errorf("after its end the first is dead %v, and its successor %v", dead(first), dead(one.Owner()))
		}
	})
}

func TestOpeningsAtOnceMakeTheTablesOnce(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		name := schema(t)
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				s, err := reference.OpenPostgres(t.Context(), postgres(), name)
				if err == nil {
					err = s.Close()
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
}

func TestTransactionsThatBlockEachOtherAreRunAgain(t *testing.T) {
	onPostgres(t, func(t *testing.T) {
		s := openPostgres(t, schema(t))
		for _, slot := range []string{"a", "b"} {
			do(t, s, func(tx reference.Tx) error { return tx.Put(reference.Record{Slot: slot}) })
		}
		var meet, all sync.WaitGroup
		meet.Add(2)
		for _, order := range [][]string{{"a", "b"}, {"b", "a"}} {
			first := true
			all.Go(func() {
				err := s.Do(t.Context(), func(tx reference.Tx) error {
					err := tx.Put(reference.Record{Slot: order[0], Nonce: order[0]})
					if first {
						first = false
						meet.Done()
						meet.Wait()
					}
					return errors.Join(err, tx.Put(reference.Record{Slot: order[1], Nonce: order[0]}))
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
}

func TestAnAddressThatLeadsNowhereIsAnError(t *testing.T) {
	for _, address := range []string{"postgres://nobody@127.0.0.1:1/none?sslmode=disable", "what?"} {
		if _, err := reference.OpenPostgres(t.Context(), address, "s"); err == nil || !strings.Contains(err.Error(), "database") {
			t.Errorf("%s: got %v, want an error about the database", address, err)
		}
	}
	if !reference.IsPostgres("postgresql://a/b") || reference.IsPostgres("sqlite:a.db") {
		t.Error("addresses of databases are not told from others")
	}
}
