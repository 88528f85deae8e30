package clock

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestWallSleepsAsLongAsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := Wall{}.Now()
		if err := (Wall{}).Sleep(t.Context(), 24*time.Hour); err != nil {
			t.Fatal(err)
		}
		if got := (Wall{}).Now().Sub(start); got != 24*time.Hour {
			t.Errorf("slept %v", got)
		}
	})
}

func TestSleepEndsWithItsContext(t *testing.T) {
	gone := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	for name, c := range map[string]Clock{"wall": Wall{}, "virtual": &Virtual{}} {
		before := c.Now()
		if err := c.Sleep(ctx, 24*time.Hour); !errors.Is(err, gone) {
			t.Errorf("%s: Sleep = %v, want the cause of the cancel", name, err)
		}
		if d := c.Now().Sub(before); d > time.Hour {
			t.Errorf("%s: the clock moved by %v although nothing was slept", name, d)
		}
	}
}

func TestVirtualSleepPassesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := time.Now()
		v := &Virtual{}
		start := v.Now()
		if err := v.Sleep(t.Context(), 24*time.Hour); err != nil {
			t.Fatal(err)
		}
		if got := v.Now().Sub(start); got != 24*time.Hour {
			t.Errorf("the virtual clock moved by %v", got)
		}
		if time.Since(real) != 0 {
			t.Error("real time passed")
		}
	})
}
