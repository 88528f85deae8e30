package race

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/idemspec/idemspec/runner/wire"
)

// pairsOf asks for two copies of a key, as a check of pairs releases them.
func pairsOf(window time.Duration, most int) Question {
	return Question{Formation: wire.ApartHead, Keys: 1, Copies: 2, Window: window, Confidence: 0.999, Most: most}
}

// TestALimitIsClaimedOrNot takes what the machine gives: a limit that keeps to
// the question, or the reason why there is none.
func TestALimitIsClaimedOrNot(t *testing.T) {
	const wanted = 4 * time.Millisecond
	got, err := Calibrate(within(t), pairsOf(wanted, 1000))
	if err != nil {
		t.Fatal(err)
	}
	if claimed := got.Window >= wanted && got.Rounds > 0 && got.Rounds <= 1000 && got.Why == ""; !claimed && (got.Window != 0 || got.Why == "") {
		t.Errorf("%+v", got)
	}
}

func TestNoLimitWithoutRounds(t *testing.T) {
	got, err := Calibrate(within(t), pairsOf(longest, 0))
	if err != nil || got.Window != 0 || got.Rounds != 0 || got.Why == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestOneRequestSeesNoRace has a burst that cannot expose anything, whatever the
// machine does: no limit may come of it.
func TestOneRequestSeesNoRace(t *testing.T) {
	q := pairsOf(longest, 1000)
	q.Copies = 1
	got, err := Calibrate(within(t), q)
	if err != nil || got.Window != 0 || got.Why == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestACalibrationEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := Calibrate(ctx, pairsOf(time.Millisecond, 10)); !errors.Is(err, context.Canceled) || got != (Limit{}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestHowManyTriesHaveToSeeAWindow(t *testing.T) {
	for most, want := range map[int]int{0: tries + 1, 2: tries + 1, 3: 40, 8: 30, 1000: 3} {
		got := pairsOf(time.Millisecond, most).enough()
		if got != want {
			t.Errorf("with %d rounds: %d of %d, want %d", most, got, tries, want)
		}
		if got <= tries && (roundsFor(atLeast(got, tries), 0.999) > most || roundsFor(atLeast(got-1, tries), 0.999) <= most && got > 1) {
			t.Errorf("with %d rounds: %d is not the least", most, got)
		}
	}
}
