package race

import (
	"math"
	"testing"
)

func TestTheLowerBoundOfAShare(t *testing.T) {
	for _, tt := range []struct {
		came, n int
		want    float64
	}{
		// With all of n the bound solves p^n = 0.025; with one of n it solves 1-(1-p)^n = 0.025.
		{0, 10, 0},
		{10, 10, math.Pow(0.025, 0.1)},
		{40, 40, math.Pow(0.025, 1.0/40)},
		{1, 20, 1 - math.Pow(0.975, 1.0/20)},
		{5, 10, 0.1871}, // a table of Clopper and Pearson
		{50, 100, 0.3983},
	} {
		if got := atLeast(tt.came, tt.n); math.Abs(got-tt.want) > 5e-5 {
			t.Errorf("%d of %d: at least %.5f, want %.5f", tt.came, tt.n, got, tt.want)
		}
	}
}

func TestTheRoundsThatAConfidenceNeeds(t *testing.T) {
	for _, tt := range []struct {
		share, confidence float64
		want              int
	}{{0, 0.999, 0}, {1, 0.999, 1}, {0.5, 0.999, 10}, {0.9, 0.999, 3}, {0.9, 0.99, 2}, {0.01, 0.999, 688}} {
		if got := roundsFor(tt.share, tt.confidence); got != tt.want {
			t.Errorf("share %g, confidence %g: %d rounds, want %d", tt.share, tt.confidence, got, tt.want)
		}
	}
}
