package ledger

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/clock"
)

// script is a ledger that shows a number of effects, or an error below zero, at
// each reading in turn and the last one ever after.
type script struct {
	counts []int
	asked  int
}

func (s *script) Effects(context.Context) ([]idem.Effect, error) {
	n := s.counts[min(s.asked, len(s.counts)-1)]
	s.asked++
	if n < 0 {
		return nil, errors.New("connection refused")
	}
	all := make([]idem.Effect, n)
	for i := range all {
		all[i].ID = strconv.Itoa((i + s.asked) % n) // in another order each time
	}
	return all, nil
}

func TestReadUntilStable(t *testing.T) {
	pace := Pace{Settle: 100 * time.Millisecond, Patience: time.Second}
	for _, c := range []struct {
		name    string
		counts  []int
		await   int
		effects int
		stable  bool
		err     string
		reads   int
	}{
		{"a quiet ledger takes two readings", []int{1}, 1, 1, true, "", 2},
		{"the order of the entries does not matter", []int{3, 3}, 3, 3, true, "", 2},
		{"a late duplicate is waited for", []int{1, 2, 2}, 1, 2, true, "", 3},
		{"an effect that is due is waited for", []int{0, 0, 0, 1}, 1, 1, true, "", 5},
		{"nothing due and nothing there", []int{0}, 0, 0, true, "", 2},
		{"an effect that never comes ends with the patience", []int{0}, 1, 0, true, "", 11},
		{"a ledger that never rests", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 1, 13, false, "", 13},
		{"one failure is forgiven", []int{-1, 1, 1}, 1, 1, true, "", 3},
		{"two failures in a row are not", []int{-1, -1, 1}, 1, 0, false, "connection refused", 2},
	} {
		var r idem.Reading
		synctest.Test(t, func(t *testing.T) {
			r = Read(t.Context(), &script{counts: c.counts}, pace, c.await, clock.Wall{}, time.Now())
		})
		if len(r.Effects) != c.effects || r.Stable != c.stable || r.Err != c.err || r.Reads != c.reads {
			t.Errorf("%s: %d effects, stable %v, error %q after %d readings", c.name, len(r.Effects), r.Stable, r.Err, r.Reads)
		}
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := Read(ctx, &script{counts: []int{1}}, Pace{Settle: time.Hour, Patience: time.Hour}, 1, clock.Wall{}, time.Now())
	if r.Stable || r.Err == "" {
		t.Errorf("an interrupted reading is stable: %+v", r)
	}
}

func TestReadOnceKeepsAnErrorApartFromNothing(t *testing.T) {
	c := &clock.Virtual{}
	if r := ReadOnce(t.Context(), &script{counts: []int{-1}}, c, time.Now()); r.Err == "" || r.Stable {
		t.Errorf("a ledger that refuses reads as %+v", r)
	}
	if r := ReadOnce(t.Context(), &script{counts: []int{0}}, c, time.Now()); r.Err != "" || !r.Stable {
		t.Errorf("an empty ledger reads as %+v", r)
	}
}
