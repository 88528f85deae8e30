package checks

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// TestAnOutageFromTheStartProvesNothing puts a limit or an outage in the place of
// all answers of right servers, with books that work and show nothing.
func TestAnOutageFromTheStartProvesNothing(t *testing.T) {
	for id, r := range recordings(t, "kept") {
		k, _ := Find(id)
		for _, status := range []int{429, 503} {
			h := r.History
			h.Exchanges, h.Readings = nil, nil
			for _, x := range r.History.Exchanges {
				if x.Response != nil {
					x.Response = &idem.Response{Status: status, Proto: x.Response.Proto}
					x.Resource = ""
				}
				h.Exchanges = append(h.Exchanges, x)
			}
			for _, b := range r.History.Readings {
				b.Effects, b.Proven = nil, true
				h.Readings = append(h.Readings, b)
			}
			switch j := idem.Judge(k, r.contract, h); j.Verdict() {
			case idem.Failed, idem.Warned, idem.Errored, idem.Unjudged, idem.Passed:
				t.Errorf("%s, all answered %d: %v %v %s", id, status, j.Verdict(), j.Findings(), j.Why())
			case idem.Inconclusive, idem.Skipped, idem.NotTested:
			}
		}
	}
}
