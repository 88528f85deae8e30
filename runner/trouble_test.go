package runner_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// accusing makes a check that does steps and accuses the target whatever it sees.
func accusing(steps ...idem.Step) idem.Check {
	k := plans("accuser", steps...)
	k.Judge = func(p *idem.Pass) { p.Report(idem.Finding{Message: "the target did wrong"}) }
	return k
}

// TestNoTroubleIsAnAccusation brings about each kind of trouble under a check
// that accuses whenever it is asked.
func TestNoTroubleIsAnAccusation(t *testing.T) {
	burst := idem.Burst{Label: "burst", Requests: idem.Copies(2, idem.Request{Key: "k1"})}
	unreachable := func(c *runner.Config) { c.Dial = failsAfter(1) }
	for name, tt := range map[string]struct {
		plan  idem.Plan
		more  string
		with  func(*runner.Config)
		hooks int // status of hooks; zero for one that works
		want  idem.Verdict
		why   string
		sends int
	}{
		"none":                         {plan: idem.Plan{send("first", "k1")}, want: idem.Failed, sends: 1},
		"an unreachable target":        {plan: idem.Plan{send("first", "k1")}, with: unreachable, want: idem.Errored, why: "no route"},
		"one that a burst cannot find": {plan: idem.Plan{burst}, with: unreachable, want: idem.Errored, why: "no route"},
		"no lever":                     {plan: idem.Plan{send("first", "k1"), idem.Restart{}}, want: idem.NotTested, why: "the target offers no restart"},
		"no body":                      {plan: idem.Plan{send("first", "k1"), idem.Send{Label: "x", Request: idem.Request{Body: idem.InvalidBody}}}, want: idem.NotTested, why: "no body invalid"},
		"no credential":                {plan: idem.Plan{send("first", "k1"), idem.Send{Label: "x", Request: idem.Request{As: idem.OtherAccount}}}, want: idem.NotTested, why: "no credential other account"},
		"no other operation":           {plan: idem.Plan{send("first", "k1"), idem.Send{Label: "x", Request: idem.Request{Role: idem.Other}}}, want: idem.NotTested, why: "no operation other"},
		"a key that cannot be made":    {plan: idem.Plan{send("first", "k1"), idem.Send{Label: "x", Request: idem.Request{Key: "k2", Form: idem.LongKey}}}, want: idem.NotTested, why: "no longest key", sends: 1},
		"a clock that fails":           {plan: idem.Plan{send("first", "k1"), idem.Wait{For: 1e9}}, more: levers, hooks: 500, want: idem.Inconclusive, why: "the clock of the target file did not work", sends: 1},
		"a hold that fails":            {plan: idem.Plan{idem.Hold{}, send("first", "k1"), idem.Release{Await: "first"}}, more: levers, hooks: 404, want: idem.Inconclusive, why: "the hold of the target file did not work"},
		"a restart that fails":         {plan: idem.Plan{send("first", "k1"), idem.Restart{}}, more: levers, hooks: 503, want: idem.Inconclusive, why: "the restart of the target file did not work", sends: 1},
		"a break that fails":           {plan: idem.Plan{idem.Break{At: idem.BeforeEffect}, send("first", "k1")}, more: levers, hooks: 500, want: idem.Inconclusive, why: "the break of the target file did not work"},
		"a mend that fails":            {plan: idem.Plan{idem.Mend{}, send("first", "k1")}, more: levers, hooks: 501, want: idem.Inconclusive, why: "the break of the target file did not work"},
		"a revoke that fails":          {plan: idem.Plan{idem.Revoke{}, send("first", "k1")}, more: levers, hooks: 302, want: idem.Inconclusive, why: "the revoke of the target file did not work"},
		"a fault that did not come": {
			plan: idem.Plan{idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Fault: idem.Fault{When: idem.DuringAnswer, After: 1 << 20}}},
			want: idem.Errored, why: "the planned fault did not come about", sends: 1,
		},
		"a join of nothing": {plan: idem.Plan{send("first", "k1"), idem.Join{Label: "other"}}, want: idem.Errored, why: `"other"`, sends: 1},
		"no resource":       {plan: idem.Plan{idem.Send{Label: "first", Request: idem.Request{On: "none"}}}, want: idem.Inconclusive, why: "names no resource"},
		"no entity tag":     {plan: idem.Plan{send("first", "k1"), idem.Send{Label: "x", Request: idem.Request{On: "first", Vary: idem.StaleMatch}}}, want: idem.Inconclusive, why: "names no entity tag", sends: 1},
		"an answer that never comes": {
			plan: idem.Plan{send("first", "k1"), idem.Wait{Until: idem.AfterExpiry, Of: "nothing"}}, more: levers, want: idem.Errored, why: "no exchange to wait from", sends: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
				failing := tt.hooks != 0 && strings.HasPrefix(a.target, "/test/") && a.target != "/test/ready"
				if failing {
					w.Header().Set("Location", "/test/ready")
					w.WriteHeader(tt.hooks)
				}
				return failing
			}}
			c := setup(t, d, tt.more, accusing(tt.plan...))
			if tt.with != nil {
				tt.with(&c)
			}
			wants(t, only(t, c), tt.want, tt.why)
			if sent := d.sent(); len(sent) != tt.sends {
				t.Errorf("%d requests came, want %d", len(sent), tt.sends)
			}
		})
	}
}

// failsAfter dials n times, and then fails.
func failsAfter(n int64) func(context.Context, string, string) (net.Conn, error) {
	var dialled atomic.Int64
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if dialled.Add(1) > n {
			return nil, errors.New("no route to the target")
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}
}

// TestAnInterruptedPlanIsInconclusive ends a run within each kind of step.
func TestAnInterruptedPlanIsInconclusive(t *testing.T) {
	stopped := errors.New("stopped by the test")
	for name, tt := range map[string]struct {
		plan idem.Plan
		at   string // the request that stops the run
	}{
		"a send":       {idem.Plan{send("first", "k1")}, "/v1/"},
		"a burst":      {idem.Plan{idem.Burst{Label: "first", Requests: idem.Copies(3, idem.Request{Key: "k1"})}}, "/v1/"},
		"a follow":     {idem.Plan{idem.Follow{Label: "first", Request: idem.Request{Key: "k1"}}}, "/v1/"},
		"a background": {idem.Plan{idem.Send{Label: "first", Background: true}, idem.Join{Label: "first"}}, "/v1/"},
		"a clock":      {idem.Plan{idem.Wait{For: 1e9}}, "/test/clock"},
		"a hold":       {idem.Plan{idem.Hold{}, send("first", "k1"), idem.Release{Await: "first"}}, "/test/hold"},
		"a restart":    {idem.Plan{idem.Restart{}}, "/test/ready"},
		"a break":      {idem.Plan{idem.Break{}}, "/test/break"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
				if !isPlain(a) && strings.HasPrefix(a.target, tt.at) {
					cancel(stopped)
				}
				return false
			}}
			k := accusing(append(tt.plan, send("never", "k9"))...)
			record := runner.Run(ctx, setup(t, d, levers, k, k))
			for _, r := range record.Results {
				wants(t, r, idem.Inconclusive, stopped.Error())
			}
			if record.Results[1].History.Exchanges != nil || slices.ContainsFunc(d.sent(), func(a arrival) bool { return strings.Contains(a.body, "-002") }) {
				t.Error("the second check was begun")
			}
			if record.Ended != stopped.Error() || record.Unusable != "" {
				t.Errorf("ended %q, unusable %q", record.Ended, record.Unusable)
			}
		})
	}
}

// TestAPanicOfACheckIsTheHarnessesFault panics in each of a check's functions;
// the other check is not touched by it.
func TestAPanicOfACheckIsTheHarnessesFault(t *testing.T) {
	for name, spoil := range map[string]func(*idem.Check){
		"judge":   func(k *idem.Check) { k.Judge = func(*idem.Pass) { panic("spoilt") } },
		"plan":    func(k *idem.Check) { k.Plan = func(idem.Contract) idem.Plan { panic("spoilt") } },
		"applies": func(k *idem.Check) { k.Applies = func(idem.Contract) string { panic("spoilt") } },
		"index":   func(k *idem.Check) { k.Judge = func(p *idem.Pass) { _ = p.Exchanges("first")[7] } },
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{}
			bad := accusing(send("first", "k1"))
			spoil(&bad)
			told := 0
			c := setup(t, d, "", bad, plans("good", send("first", "k1")))
			c.Progress = func(int, int, idem.Result) { told++ }
			record := runner.Run(t.Context(), c)
			wants(t, record.Results[0], idem.Errored, "the check itself failed")
			wants(t, record.Results[1], idem.Passed, "")
			if !strings.Contains(record.Internal, "check accuser: ") || told != 2 {
				t.Errorf("internal %q, told of %d results", record.Internal, told)
			}
			if sent, kept := len(d.sent())-1, len(record.Results[0].History.Exchanges); sent != kept {
				t.Errorf("%d requests came of the check that panicked, and %d are on record", sent, kept)
			}
		})
	}
}

// TestProgressIsToldOfEachResultOnce has checks that run side by side and alone.
func TestProgressIsToldOfEachResultOnce(t *testing.T) {
	var all []idem.Check
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		all = append(all, plans(id, send("first", "k1")), plans(id+"-alone", idem.Wait{For: 1e9}, send("first", "k1")))
	}
	c := setup(t, &desk{}, levers, all...)
	c.Jobs = 4
	seen := map[string]int{}
	last := 0
	c.Progress = func(done, total int, r idem.Result) {
		if done != last+1 || total != len(all) || r.Judgement.Verdict() != idem.Passed {
			t.Errorf("told %d of %d after %d: %s %s", done, total, last, r.ID(), r.Judgement.Why())
		}
		last = done
		seen[r.Check]++
	}
	runner.Run(t.Context(), c)
	for _, k := range all {
		if seen[k.ID] != 1 {
			t.Errorf("%s was told of %d times", k.ID, seen[k.ID])
		}
	}
}

// TestNothingListens has a port at which nothing is.
func TestNothingListens(t *testing.T) {
	s := httptest.NewServer(&desk{})
	c := setup(t, &desk{}, "", accusing(send("first", "k1")))
	c.Target = load(t, s.URL, create, "")
	s.Close()
	record := runner.Run(t.Context(), c)
	wants(t, record.Results[0], idem.Errored, "refused")
	if record.Unusable == "" {
		t.Error("the target is not called unusable")
	}
}
