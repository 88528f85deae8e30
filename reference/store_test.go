package reference_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/idemspec/idemspec/reference"
)

// stores opens one of each kind. Every promise of [reference.Store] is tested
// on all of them, and on PostgreSQL if a database is named for it.
func stores() map[string]func(t *testing.T) reference.Store {
	all := map[string]func(t *testing.T) reference.Store{
		"memory": func(*testing.T) reference.Store { return reference.NewMemory() },
		"sqlite": func(t *testing.T) reference.Store {
			return openSQLite(t, filepath.Join(t.TempDir(), "store.db"), reference.Off)
		},
		"sqlite durable": func(t *testing.T) reference.Store {
			return openSQLite(t, filepath.Join(t.TempDir(), "a store?.db"), reference.Full)
		},
	}
	if postgres() != "" {
		all["postgres"] = func(t *testing.T) reference.Store { return openPostgres(t, schema(t)) }
	}
	return all
}

func openSQLite(t *testing.T, path string, d reference.Durability) reference.Store {
	t.Helper()
	s, err := reference.OpenSQLite(t.Context(), path, d)
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

func onEach(t *testing.T, f func(t *testing.T, s reference.Store)) {
	t.Helper()
	for name, open := range stores() {
		t.Run(name, func(t *testing.T) { f(t, open(t)) })
	}
}

// do runs a transaction that has to succeed.
func do(t *testing.T, s reference.Store, f func(reference.Tx) error) {
	t.Helper()
	if err := s.Do(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

var someRecord = reference.Record{
	Slot: `account=a key="k\u00e9"`, Nonce: "n1", Owner: "o1", Account: "a", Credential: "c", Fingerprint: "f",
	Claimed: time.Unix(5, 7),
}

func TestStoreKeepsARecordWhole(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		finished := someRecord
		finished.Slot, finished.Finished, finished.Expires = "other", time.Unix(6, 0), time.Unix(7, 1)
		finished.Answer = &reference.Answer{
			Status: 201, Header: http.Header{"Location": {"/a"}, "Link": {"b", "c"}}, Body: []byte("{\"\x00\": 1}"),
		}
		do(t, s, func(tx reference.Tx) error { return errors.Join(tx.Put(someRecord), tx.Put(finished)) })
		for _, want := range []reference.Record{someRecord, finished} {
			do(t, s, func(tx reference.Tx) error {
				got, found, err := tx.Record(want.Slot)
				if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(reference.Answer{})); d != "" || !found {
					t.Errorf("found %v (-want +got):\n%s", found, d)
				}
				return err
			})
		}
	})
}

func TestInsertWinsAnEmptySlotAlone(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		const n = 20
		holders := make([]string, n)
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() {
				mine := someRecord
				mine.Nonce = fmt.Sprint("nonce", i)
				err := s.Do(t.Context(), func(tx reference.Tx) error {
					holder, err := tx.Insert(mine)
					holders[i] = holder.Nonce
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		wins := 0
		for i, h := range holders {
			if h != holders[0] {
				t.Errorf("the slot was seen with %q and with %q", h, holders[0])
			}
			if h == fmt.Sprint("nonce", i) {
				wins++
			}
		}
		if wins != 1 {
			t.Errorf("%d inserts won, want 1", wins)
		}
	})
}

func TestNothingOfAFailedTransactionIsKept(t *testing.T) {
	object := reference.Object{Kind: "charge", ID: "c1", Seq: 1, Account: "a", Marker: "m", Version: 1, Data: []byte(`{}`)}
	changed := object
	changed.Version, changed.Data = 2, []byte(`{"changed": true}`)
	broken := errors.New("broken")
	for name, end := range map[string]func(cancel func()) error{
		"an error":       func(func()) error { return broken },
		"a panic":        func(func()) error { panic(broken) },
		"a cancellation": func(cancel func()) error { cancel(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, s reference.Store) {
				do(t, s, func(tx reference.Tx) error { return errors.Join(tx.Put(someRecord), tx.Save(object)) })
				ctx, cancel := context.WithCancel(t.Context())
				err := recovered(func() error {
					return s.Do(ctx, func(tx reference.Tx) error {
						fresh := someRecord
						fresh.Slot = "fresh"
						_, errInsert := tx.Insert(fresh)
						_, errNext := tx.Next()
						return errors.Join(errInsert, errNext, tx.Delete(someRecord.Slot), tx.Save(changed),
							tx.Remove("charge", "c1"), tx.Save(reference.Object{Kind: "charge", ID: "c2"}),
							tx.Book(reference.Effect{ID: "e", Marker: "m"}), end(cancel))
					})
				})
				if err == nil {
					t.Fatal("the transaction has succeeded")
				}
				do(t, s, func(tx reference.Tx) error {
					_, kept, err1 := tx.Record(someRecord.Slot)
					_, fresh, err2 := tx.Record("fresh")
					all, err3 := tx.Objects(reference.Query{Kind: "charge", Account: "a", Limit: 9})
					n, err4 := tx.Count()
					if !kept || fresh || n != 0 {
						t.Errorf("the record is kept %v, the fresh one is %v, the ledger has %d", kept, fresh, n)
					}
					if d := cmp.Diff([]reference.Object{object}, all); d != "" {
						t.Errorf("objects (-want +got):\n%s", d)
					}
					return errors.Join(err1, err2, err3, err4)
				})
			})
		})
	}
}

func recovered(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

func TestLedgerListsByMarkerInOrder(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		var want []reference.Effect
		for i := range 6 {
			e := reference.Effect{ID: fmt.Sprint("e", 9-i), Amount: int64(-i), Currency: "usd", Account: "a", Kind: "charge", Marker: fmt.Sprint("m", i%2)}
			if i%2 == 1 {
				want = append(want, e)
			}
			do(t, s, func(tx reference.Tx) error { return tx.Book(e) })
		}
		do(t, s, func(tx reference.Tx) error {
			got, err := tx.Effects("m1")
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			n, errCount := tx.Count()
			if n != 6 {
				t.Errorf("the ledger counts %d, want 6", n)
			}
			return errors.Join(err, errCount)
		})
	})
}

func TestNumbersRiseAndAreNeverGivenTwice(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		var last uint64
		for range 5 {
			do(t, s, func(tx reference.Tx) error {
				a, err := tx.Next()
				b, errNext := tx.Next()
				if a <= last || b <= a {
					t.Errorf("%d and %d follow %d", a, b, last)
				}
				last = b
				return errors.Join(err, errNext)
			})
		}
	})
}

func TestOwnersOfOtherOpeningsAreDead(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		do(t, s, func(tx reference.Tx) error {
			self, err1 := tx.Dead(s.Owner())
			other, err2 := tx.Dead("an owner that has left")
			if self || !other {
				t.Errorf("the own opening is dead: %v, one that has left: %v", self, other)
			}
			return errors.Join(err1, err2)
		})
	})
}
