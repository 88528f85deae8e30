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

func TestWhichChecksRestOnARace(t *testing.T) {
	same := Copies(2, Request{Key: "k1"})
	for name, tt := range map[string]struct {
		clause Situation
		plan   Plan
		want   Salvo
	}{
		"a burst of one key":               {OneEffect, Plan{Burst{Label: "a", Requests: same}}, Salvo{2, 1}},
		"several bursts of one size":       {OneEffect, Plan{Burst{Label: "a", Requests: same}, Send{Label: "s"}, Burst{Label: "b", Requests: same}}, Salvo{2, 2}},
		"bursts of two sizes":              {OneEffect, Plan{Burst{Label: "a", Requests: same}, Burst{Label: "b", Requests: Copies(3, same[0])}}, Salvo{2, 1}},
		"another clause":                   {Replay, Plan{Burst{Label: "a", Requests: same}}, Salvo{}},
		"different keys":                   {OneEffect, Plan{Burst{Label: "a", Requests: []Request{{Key: "k1"}, {Key: "k2"}}}}, Salvo{}},
		"no key":                           {OneEffect, Plan{Burst{Label: "a", Requests: Copies(2, Request{})}}, Salvo{}},
		"a burst of one, which is no race": {OneEffect, Plan{Burst{Label: "a", Requests: same[:1]}}, Salvo{}},
		"no burst":                         {OneEffect, Plan{Send{Label: "s"}}, Salvo{}},
	} {
		got, races := Check{Clause: tt.clause}.Races(tt.plan)
		if got != tt.want || races != (tt.want != Salvo{}) {
			t.Errorf("%s: %+v, %t", name, got, races)
		}
	}
}
