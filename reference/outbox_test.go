package reference_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/idemspec/idemspec/reference"
)

func message(id, kind, key string) reference.Message {
	return reference.Message{ID: id, Kind: kind, Key: key, Charge: "c", Account: "a", Marker: "m\x00\xff", Body: []byte(`{"a":1}`)}
}

func TestOutboxKeepsMessagesInOrderAndOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		b, a := message("b", "webhook", ""), message("a", "mail", "")
		again := b
		again.Body = nil
		do(t, s, func(tx reference.Tx) error { return errors.Join(tx.Post(b), tx.Post(a), tx.Post(again)) })
		broken := errors.New("broken")
		err := s.Do(t.Context(), func(tx reference.Tx) error {
			_, err := tx.Take("b")
			return errors.Join(err, tx.Post(message("c", "mail", "")), tx.Send(b), tx.Send(message("p", "provider", "k")), broken)
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		do(t, s, func(tx reference.Tx) error {
			all, err1 := tx.Waiting(9)
			one, err2 := tx.Waiting(1)
			sent, err3 := tx.Sent("m\x00\xff")
			if d := cmp.Diff([]reference.Message{b, a}, all); d != "" || len(one) != 1 || len(sent) != 0 {
				t.Errorf("%d of one, %d sent (-want +got):\n%s", len(one), len(sent), d)
			}
			return errors.Join(err1, err2, err3)
		})
	})
}

func TestAMessageIsTakenOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		do(t, s, func(tx reference.Tx) error { return tx.Post(message("a", "mail", "")) })
		var taken atomic.Int64
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				err := s.Do(t.Context(), func(tx reference.Tx) error {
					ok, err := tx.Take("a")
					if ok {
						taken.Add(1)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		if all.Wait(); taken.Load() != 1 {
			t.Errorf("it was taken %d times", taken.Load())
		}
	})
}

func TestAProviderAloneIgnoresWhatItHasHad(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		for i := range 2 {
			for _, m := range []reference.Message{message("h", "webhook", ""), message(fmt.Sprint("p", i), "provider", "k"), message("q", "provider", fmt.Sprint("k", i))} {
				do(t, s, func(tx reference.Tx) error { return tx.Send(m) })
			}
		}
		do(t, s, func(tx reference.Tx) error {
			var ids []string
			sent, err := tx.Sent("m\x00\xff")
			for _, m := range sent {
				ids = append(ids, m.ID)
			}
			if d := cmp.Diff([]string{"h", "p0", "q", "h", "q"}, ids); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			return err
		})
	})
}

func TestSweepDeletesWhatHasExpiredAlone(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		kept := map[string]bool{"open": true, "for ever": true, "later": true, "now": false, "earlier": false}
		answer := &reference.Answer{Status: 201}
		for slot, r := range map[string]reference.Record{
			"open": {}, "for ever": {Answer: answer}, "later": {Answer: answer, Expires: time.Unix(9, 1)},
			"now": {Answer: answer, Expires: time.Unix(9, 0)}, "earlier": {Answer: answer, Expires: time.Unix(1, 0)},
		} {
			r.Slot = slot
			do(t, s, func(tx reference.Tx) error { return tx.Put(r) })
		}
		do(t, s, func(tx reference.Tx) error { return tx.Sweep(time.Unix(9, 0)) })
		for slot, want := range kept {
			do(t, s, func(tx reference.Tx) error {
				_, found, err := tx.Record(slot)
				if found != want {
					t.Errorf("the record %q is there: %v", slot, found)
				}
				return err
			})
		}
	})
}

func TestARenewedStoreHasAnotherOwnerAndTheSameData(t *testing.T) {
	onEach(t, func(t *testing.T, s reference.Store) {
		do(t, s, func(tx reference.Tx) error { return tx.Put(someRecord) })
		before := s.Owner()
		if err := s.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		do(t, s, func(tx reference.Tx) error {
			_, found, err1 := tx.Record(someRecord.Slot)
			self, err2 := tx.Dead(s.Owner())
			other, err3 := tx.Dead(before)
			if !found || self || !other || s.Owner() == before {
				t.Errorf("the record is there %v, the new owner is dead %v and the old one %v", found, self, other)
			}
			return errors.Join(err1, err2, err3)
		})
	})
}
