package runner_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/profiles"
	"github.com/idemspec/idemspec/runner"
)

// TestABackgroundSendIsOnItsWayBeforeTheNext has answers that take long, so that
// the order of arrival is that of the sending.
func TestABackgroundSendIsOnItsWayBeforeTheNext(t *testing.T) {
	for range 20 {
		d := &desk{answer: func(http.ResponseWriter, arrival) bool { time.Sleep(5 * time.Millisecond); return false }}
		var plan idem.Plan
		for _, label := range []string{"a", "b", "c"} {
			s := send(label, idem.KeySymbol(label))
			s.Background = true
			plan = append(plan, s)
		}
		r := only(t, setup(t, d, "", plans("order", append(plan, send("last", "d"), idem.Join{Label: "a"}, idem.Join{Label: "b"}, idem.Join{Label: "c"})...)))
		wants(t, r, idem.Passed, "")
		wrote := map[string]idem.Times{}
		for _, x := range r.History.Exchanges {
			wrote[x.Label] = x.Times
		}
		for _, pair := range [][2]string{{"a", "b"}, {"b", "c"}, {"c", "last"}} {
			if wrote[pair[0]].Wrote == 0 || wrote[pair[0]].Wrote > wrote[pair[1]].Start {
				t.Errorf("%s was written at %s, and %s began at %s", pair[0], wrote[pair[0]].Wrote, pair[1], wrote[pair[1]].Start)
			}
		}
	}
}

// TestAPlanThatDisturbsRunsAlone counts how many requests the target has open.
// Those of plans that bear company wait for each other once.
func TestAPlanThatDisturbsRunsAlone(t *testing.T) {
	const jobs, company = 3, 6
	var open, most, disturbed atomic.Int64
	full := make(chan struct{})
	var fill sync.Once
	alone := func(a arrival) bool {
		for n := company + 1; n <= 2*company; n++ {
			if strings.Contains(a.body, fmt.Sprintf("-%03d", n)) {
				return true
			}
		}
		return strings.HasPrefix(a.target, "/test/clock")
	}
	d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
		now := open.Add(1)
		defer open.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		switch {
		case isPlain(a):
		case alone(a):
			time.Sleep(2 * time.Millisecond)
			if now != 1 || open.Load() != 1 {
				disturbed.Add(1)
			}
		default:
			if now == jobs {
				fill.Do(func() { close(full) })
			}
			select {
			case <-full:
			case <-time.After(5 * time.Second):
			}
		}
		return false
	}}
	var all []idem.Check
	for i := range company {
		all = append(all, plans(fmt.Sprintf("company-%d", i), send("a", "k1"), send("b", "k1"), send("c", "k1")))
	}
	for i := range company {
		all = append(all, plans(fmt.Sprintf("alone-%d", i), idem.Wait{For: time.Second}, send("a", "k1")))
	}
	c := setup(t, d, levers, all...)
	c.Jobs = jobs
	for _, r := range runner.Run(t.Context(), c).Results {
		wants(t, r, idem.Passed, "")
	}
	if n := disturbed.Load(); n != 0 {
		t.Errorf("%d requests of plans that run alone had company", n)
	}
	if m := most.Load(); m != jobs {
		t.Errorf("%d requests at once, want %d", m, jobs)
	}
}

// TestRequestsThatDidNotMeetAreTriedAgain has a judge that finds they met in the
// nth attempt.
func TestRequestsThatDidNotMeetAreTriedAgain(t *testing.T) {
	burst := idem.Burst{Label: "x", Requests: idem.Copies(2, idem.Request{Key: "k1"})}
	held := idem.Plan{idem.Hold{}, send("x", "k1"), idem.Release{Await: "x"}}
	for name, tt := range map[string]struct {
		plan  idem.Plan
		met   int // attempt in which they meet, from 1
		bound int
		tries int
		want  idem.Verdict
	}{
		"at once":                     {idem.Plan{burst}, 1, 0, 1, idem.Passed},
		"the second time":             {idem.Plan{burst}, 2, 0, 2, idem.Passed},
		"the third time":              {idem.Plan{burst}, 3, 0, 3, idem.Passed},
		"never":                       {idem.Plan{burst}, 9, 0, 3, idem.Inconclusive},
		"a hold":                      {held, 3, 0, 3, idem.Passed},
		"a plan that meets nobody":    {idem.Plan{send("x", "k1")}, 2, 0, 1, idem.Inconclusive},
		"no requests for another try": {idem.Plan{burst}, 3, 6, 2, idem.Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{}
			k := plans("meet", tt.plan...)
			judged := 0
			k.Judge = func(p *idem.Pass) {
				p.Exchanges("x")
				if judged++; judged < tt.met {
					p.Inconclusive("they did not meet", "")
				}
			}
			c := setup(t, d, levers, k)
			c.MaxRequests = tt.bound
			r := only(t, c)
			why := ""
			if tt.want != idem.Passed {
				why = "they did not meet"
			}
			wants(t, r, tt.want, why)
			var markers, used []string
			for _, a := range d.sent() {
				markers, used = append(markers, a.body), append(used, a.header.Get("Idempotency-Key"))
			}
			distinct := func(all []string) int { slices.Sort(all); return len(slices.Compact(all)) }
			if m, k := distinct(markers), distinct(used); m != tt.tries || k != tt.tries {
				t.Errorf("%d markers and %d keys came, want %d", m, k, tt.tries)
			}
		})
	}
}

// TestAHoldThatDoesNotHold has hooks that answer and do nothing: the check of
// the catalogue that needs it cannot decide.
func TestAHoldThatDoesNotHold(t *testing.T) {
	for _, id := range []string{"in-flight-answer", "running-mismatch", "slow-work-keeps-its-claim"} {
		k, found := checks.Find(id)
		if !found {
			t.Fatalf("no check %s", id)
		}
		contract, err := profiles.Load("seed")
		if err != nil {
			t.Fatal(err)
		}
		c := setup(t, &keeper{made: map[string]int{}, of: map[string][]effect{}}, ledger+strings.Replace(levers, "200ms", "5s", 1), k)
		c.Contract = contract
		wants(t, only(t, c), idem.Inconclusive, "kept no request running")
	}
}

// TestAHeldRequestIsLetGo looks at when the release comes: once the awaited
// request is answered, or once the patience is over.
func TestAHeldRequestIsLetGo(t *testing.T) {
	for _, waits := range []bool{false, true} {
		released := make(chan struct{})
		d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
			switch {
			case strings.HasPrefix(a.target, "/test/release"):
				close(released)
			case strings.Contains(a.body, "5200") && !waits || isPlain(a) || strings.HasPrefix(a.target, "/test/"):
			default:
				<-released
			}
			return false
		}}
		held := send("held", "k1")
		held.Background = true
		second := idem.Send{Label: "second", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}, Background: true}
		r := only(t, setup(t, d, levers, plans("hold", idem.Hold{}, held, second, idem.Release{Await: "second"}, idem.Join{Label: "second"}, idem.Join{Label: "held"})))
		wants(t, r, idem.Passed, "")
		var at idem.Times
		for _, x := range r.History.Exchanges {
			if x.Label == "second" {
				at = x.Times
			}
		}
		release := r.History.Pulls[1]
		if early := at.Done <= release.Start; early == waits {
			t.Errorf("a second that waits: %t; it was answered at %s, and the release began at %s", waits, at.Done, release.Start)
		}
	}
}
