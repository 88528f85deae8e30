package idem

import (
	"testing"
	"time"
)

func TestWhatARaceClaims(t *testing.T) {
	window := Duration(200 * time.Microsecond)
	for want, r := range map[string]Race{
		"no double effect in 5 rounds; on this machine a window of 200µs or more would have been seen with 99.9 %": {Rounds: 5, Window: window, Confidence: 0.999},
		"no double effect in 1 round; on this machine a window of 200µs or more would have been seen with 99.9 %, " +
			"not counting the network": {Rounds: 1, Window: window, Confidence: 0.999, Beyond: "the network"},
		"no double effect in 1 round; no limit can be claimed: none was asked for": {Rounds: 1, Why: "none was asked for", Beyond: "TLS"},
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
