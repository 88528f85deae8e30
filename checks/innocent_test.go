package checks

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

// A disturbance makes histories out of one that might have been seen in its
// place, each by what was done to it.
type disturbance func(idem.History) map[string]idem.History

// TestInnocentDisturbancesAccuseNobody disturbs the histories of right servers
// one thing at a time, in ways that have nothing to do with keys.
func TestInnocentDisturbancesAccuseNobody(t *testing.T) {
	for name, c := range map[string]struct {
		disturb disturbance
		least   int // histories that are tried
	}{
		"an answer is that of a limit or a gateway": {passingAnswers, 1000},
		"a reading lags":                      {laggingReadings, 50},
		"a read of a resource lags":           {laggingReads, 10},
		"changes are answered without a body": {changesWithoutBody, 5},
		"the ledger counts in another unit":   {otherUnit, 50},
	} {
		t.Run(name, func(t *testing.T) {
			tried := 0
			for id, r := range recordings(t, "kept") {
				k, _ := Find(id)
				for what, h := range c.disturb(r.History) {
					tried++
					j := idem.Judge(k, r.contract, h)
					switch j.Verdict() {
					case idem.Failed, idem.Warned, idem.Errored, idem.Unjudged:
						t.Errorf("%s, %s: %v %v %s", id, what, j.Verdict(), j.Findings(), j.Why())
					case idem.Passed, idem.Inconclusive, idem.Skipped, idem.NotTested:
					}
				}
			}
			if tried < c.least {
				t.Errorf("only %d histories were tried", tried)
			}
		})
	}
}

// TestWhatDoesNotMatterChangesNoVerdict alters the histories of right servers in
// ways that no promise speaks of.
func TestWhatDoesNotMatterChangesNoVerdict(t *testing.T) {
	for id, r := range recordings(t, "kept") {
		k, _ := Find(id)
		for what, h := range map[string]idem.History{
			"effects in another order":         reordered(r.History),
			"a member more in each answer":     inEach(r.History, oneMoreMember),
			"a field more in each answer":      inEach(r.History, oneMoreField),
			"a gateway's cookie for everybody": inEach(r.History, gatewayCookie),
		} {
			if j := idem.Judge(k, r.contract, h); j.Verdict() != idem.Passed {
				t.Errorf("%s, %s: %v %v %s", id, what, j.Verdict(), j.Findings(), j.Why())
			}
		}
	}
}

// with returns a history whose exchange i has another answer.
func with(h idem.History, i int, r idem.Response, resource string) idem.History {
	h.Exchanges = slices.Clone(h.Exchanges)
	h.Exchanges[i].Response, h.Exchanges[i].Resource = &r, resource
	return h
}

func passingAnswers(h idem.History) map[string]idem.History {
	all := map[string]idem.History{}
	for i, x := range h.Exchanges {
		if x.Response == nil {
			continue
		}
		for _, status := range []int{429, 502, 503, 504} {
			r := idem.Response{Status: status, Proto: "HTTP/1.1", Header: []idem.Field{{Name: "Content-Type", Value: "text/html"}}, Body: idem.Bytes("<html>later</html>")}
			all[fmt.Sprintf("%s[%d] answered %d", x.Label, x.Index, status)] = with(h, i, r, "")
		}
	}
	return all
}

// laggingReadings shows what an earlier reading of the same book has shown.
func laggingReadings(h idem.History) map[string]idem.History {
	all := map[string]idem.History{}
	for i, r := range h.Readings {
		for _, earlier := range h.Readings[:i] {
			if earlier.Of != r.Of || len(earlier.Effects) == len(r.Effects) {
				continue
			}
			late := h
			late.Readings = slices.Clone(h.Readings)
			late.Readings[i].Effects, late.Readings[i].Proven = earlier.Effects, false
			all[r.Label+" as "+earlier.Label] = late
		}
	}
	return all
}

// laggingReads shows a resource as an earlier read has, or not yet at all.
func laggingReads(h idem.History) map[string]idem.History {
	all := map[string]idem.History{}
	for i, x := range h.Exchanges {
		if x.Role != idem.Read || x.Response == nil || x.Key != "" {
			continue
		}
		all[x.Label+" not yet"] = with(h, i, idem.Response{Status: 404, Proto: "HTTP/1.1"}, "")
		for _, earlier := range h.Exchanges[:i] {
			if earlier.Role == idem.Read && earlier.Response != nil && earlier.Sent.URL == x.Sent.URL {
				all[x.Label+" as "+earlier.Label] = with(h, i, *earlier.Response, earlier.Resource)
			}
		}
	}
	return all
}

// changesWithoutBody answers each successful change with 204.
func changesWithoutBody(h idem.History) map[string]idem.History {
	bare, found := h, false
	for i, x := range h.Exchanges {
		if x.Role != idem.Replace && x.Role != idem.Update && x.Role != idem.Adjust || x.Response == nil || x.Response.Status/100 != 2 {
			continue
		}
		r := *x.Response
		r.Status, r.Body = 204, nil
		bare, found = with(bare, i, r, ""), true
	}
	if !found {
		return nil
	}
	return map[string]idem.History{"204 for each change": bare}
}

// otherUnit gives ten times the amounts.
func otherUnit(h idem.History) map[string]idem.History {
	h.Readings = slices.Clone(h.Readings)
	for i, r := range h.Readings {
		h.Readings[i].Effects = slices.Clone(r.Effects)
		for j := range r.Effects {
			h.Readings[i].Effects[j].Amount += "0"
		}
	}
	return map[string]idem.History{"ten times the amounts": h}
}

func reordered(h idem.History) idem.History {
	h.Readings = slices.Clone(h.Readings)
	for i, r := range h.Readings {
		h.Readings[i].Effects = slices.Clone(r.Effects)
		slices.Reverse(h.Readings[i].Effects)
	}
	return h
}

func inEach(h idem.History, change func(*idem.Response)) idem.History {
	for i, x := range h.Exchanges {
		if x.Response == nil {
			continue
		}
		r := *x.Response
		r.Header = slices.Clone(r.Header)
		change(&r)
		h = with(h, i, r, x.Resource)
	}
	return h
}

func oneMoreMember(r *idem.Response) {
	var members map[string]json.RawMessage
	if len(r.Body) < 3 || json.Unmarshal(r.Body, &members) != nil {
		return
	}
	r.Body = append(idem.Bytes(`{"x_region":"eu-1",`), r.Body[slices.Index(r.Body, '{')+1:]...)
}

func oneMoreField(r *idem.Response) {
	r.Header = append(r.Header, idem.Field{Name: "X-Served-By", Value: "node-7"}, idem.Field{Name: "Vary", Value: "Origin"})
}

func gatewayCookie(r *idem.Response) {
	r.Header = append([]idem.Field{{Name: "Set-Cookie", Value: "lb=7; Path=/"}}, r.Header...)
}
