package runner_test

import (
	"slices"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/clock"
)

// TestAPlanKeepsThePaceOfItsContract has plans in which requests with one key
// are under way together, and plans in which they are not.
func TestAPlanKeepsThePaceOfItsContract(t *testing.T) {
	background := func(label string, key idem.KeySymbol) idem.Send {
		s := send(label, key)
		s.Background = true
		return s
	}
	copies := idem.Burst{Label: "x", Requests: idem.Copies(2, idem.Request{Key: "k1"})}
	others := idem.Burst{Label: "x", Requests: []idem.Request{{Key: "k1"}, {Key: "k2"}, {}, {}}}
	gone := idem.Send{Label: "a", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.AfterRequest}}
	waiting := idem.Plan{background("a", "k1"), send("b", "k1"), idem.Join{Label: "a"}}
	for name, tt := range map[string]struct {
		plan   idem.Plan
		bursts idem.Verdict // where bursts are forbidden
		gap    idem.Verdict // where a gap is wanted
	}{
		"one after the other":       {idem.Plan{send("a", "k1"), send("b", "k1")}, idem.Passed, idem.Passed},
		"copies in a burst":         {idem.Plan{copies}, idem.NotTested, idem.NotTested},
		"a burst of different keys": {idem.Plan{others}, idem.Passed, idem.Passed},
		"one in the background":     {waiting, idem.NotTested, idem.Passed},
		"a follow beside it":        {idem.Plan{background("a", "k1"), idem.Follow{Label: "b", Request: idem.Request{Key: "k1"}}, idem.Join{Label: "a"}}, idem.NotTested, idem.Passed},
		"a burst beside it":         {idem.Plan{background("a", "k1"), others, idem.Join{Label: "a"}}, idem.NotTested, idem.Passed},
		"another key beside it":     {idem.Plan{background("a", "k1"), send("b", "k2"), idem.Join{Label: "a"}}, idem.Passed, idem.Passed},
		"a client that is gone":     {idem.Plan{idem.Hold{}, gone, send("b", "k1"), idem.Release{Await: "b"}, send("c", "k3")}, idem.NotTested, idem.Passed},
		"after it":                  {idem.Plan{background("a", "k1"), idem.Join{Label: "a"}, send("b", "k1")}, idem.Passed, idem.Passed},
	} {
		for kind, pace := range map[string]idem.Pace{"no bursts": {NoBursts: true}, "gap": {Gap: idem.Duration(time.Millisecond)}} {
			d := &desk{}
			c := setup(t, d, levers, plans("pace", tt.plan...))
			c.Contract.Pace = pace
			want, why := tt.bursts, "the contract forbids two requests with one key that are under way together"
			if kind == "gap" {
				want, why = tt.gap, "the contract wants 1ms between two requests with one key"
			}
			if want == idem.Passed {
				why = ""
			}
			r := only(t, c)
			t.Run(name+" "+kind, func(t *testing.T) { wants(t, r, want, why) })
			if came := len(d.sent()); (came == 0) != (want == idem.NotTested) {
				t.Errorf("%s, %s: %d requests came", name, kind, came)
			}
		}
	}
}

// TestRepeatsKeepTheGap reads the starts off the record, by the clock of the
// harness, which is moved in place of waiting.
func TestRepeatsKeepTheGap(t *testing.T) {
	const gap = 90 * time.Second
	tries := 0
	d := &desk{}
	k := plans("gap", send("a", "k1"), send("b", "k2"), send("c", "k1"), idem.Follow{Label: "d", Request: idem.Request{Key: "k2"}}, send("e", "k1"),
		idem.Burst{Label: "f", Requests: []idem.Request{{Key: "k1"}, {Key: "k3"}}})
	k.Judge = func(p *idem.Pass) { tries++; p.Answer("f") }
	c := setup(t, d, "", k)
	c.Contract.Pace.Gap = idem.Duration(gap)
	c.Clock = &clock.Virtual{}
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	last := map[string]time.Duration{}
	pairs := 0
	for _, x := range r.History.Exchanges {
		if before, sent := last[x.Key]; sent {
			pairs++
			if got := x.Times.Start - before; got < gap || got > gap+10*time.Second {
				t.Errorf("%s came %s after the one before it", x.Label, got)
			}
		}
		last[x.Key] = x.Times.Start
	}
	if pairs != 4 || tries != 1 {
		t.Errorf("%d repeats, %d tries", pairs, tries)
	}
}

// TestAMovedClockKeepsTheGap does not wait for what the target's clock has
// passed already.
func TestAMovedClockKeepsTheGap(t *testing.T) {
	d := &desk{}
	c := setup(t, d, levers, plans("gap", send("a", "k1"), idem.Wait{For: 2 * time.Hour}, send("b", "k1")))
	c.Contract.Pace.Gap = idem.Duration(time.Hour)
	start := time.Now()
	wants(t, only(t, c), idem.Passed, "")
	if took := time.Since(start); took > time.Minute || len(d.sent()) != 2 {
		t.Errorf("%d requests came in %s", len(d.sent()), took)
	}
}

// TestOpenBankingIsSentNoBursts runs the whole catalogue under a contract that
// forbids bursts and wants a gap.
func TestOpenBankingIsSentNoBursts(t *testing.T) {
	contract, err := profiles.Load("open-banking-uk-v4")
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{}
	c := setup(t, d, levers+quickLedger, checks.All()...)
	c.Contract, c.Clock, c.Jobs = contract, &clock.Virtual{}, 1
	record := runner.Run(t.Context(), c)
	if record.Unusable != "" {
		t.Fatal(record.Unusable)
	}
	left := 0
	for _, r := range record.Results {
		if r.Judgement.Verdict() == idem.NotTested && r.Judgement.Why() == "the contract forbids two requests with one key that are under way together, and this can be tested in no other way" {
			left++
		}
		last := map[string]time.Duration{}
		xs := slices.SortedFunc(slices.Values(r.History.Exchanges), func(a, b idem.Exchange) int { return int(a.Times.Start - b.Times.Start) })
		for _, x := range xs {
			now := x.Times.Start + x.Times.Shifted
			if before, sent := last[x.Key]; sent && x.Key != "" && now-before < time.Second {
				t.Errorf("%s: %s came %s after another with its key", r.Check, x.Label, now-before)
			}
			last[x.Key] = now
		}
	}
	if left == 0 {
		t.Error("no check was left out")
	}
}
