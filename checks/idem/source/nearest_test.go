package source

import (
	"testing"

	"pgregory.net/rapid"
)

func TestNearestFindsWhatWasMeant(t *testing.T) {
	names := []string{"mismatch", "in-flight", "replay"}
	for word, want := range map[string]string{"mismach": "mismatch", "inflight": "in-flight", "Replay": "replay", "completely": "", "xyz": "", "c": "", "": ""} {
		if got, _ := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[ab]{0,6}`)
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if distance(a, b) != distance(b, a) || (distance(a, b) == 0) != (a == b) || distance(a, c) > distance(a, b)+distance(b, c) {
			t.Fatalf("distances of %q, %q, %q: %d %d %d", a, b, c, distance(a, b), distance(b, c), distance(a, c))
		}
	})
}
