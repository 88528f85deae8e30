package runner_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// TestABoundIsNeverOverrun tries each bound up to more than the plans cost, side
// by side and with bursts.
func TestABoundIsNeverOverrun(t *testing.T) {
	all := []idem.Check{
		plans("a", send("first", "k1"), send("again", "k1")),
		plans("b", send("first", "k1"), idem.Burst{Label: "burst", Requests: idem.Copies(4, idem.Request{Key: "k1"})}),
		plans("c", idem.Follow{Label: "follow", Request: idem.Request{Key: "k1"}}),
	}
	const cost = 1 + 2 + 5 + 1
	for bound := 1; bound <= cost+1; bound++ {
		for _, jobs := range []int{1, 3} {
			d := &desk{}
			c := setup(t, d, "", all...)
			c.MaxRequests, c.Jobs = bound, jobs
			record := runner.Run(t.Context(), c)
			came := len(d.came("/"))
			if came > bound || bound >= cost && came != cost {
				t.Errorf("%d requests came with a bound of %d", came, bound)
			}
			cut := 0
			for _, r := range record.Results {
				if r.Judgement.Verdict() == idem.Passed {
					continue
				}
				cut++
				wants(t, r, idem.Inconclusive, fmt.Sprintf("the bound of %d requests was reached", bound))
			}
			if record.Unusable != "" || (cut > 0) != (bound < cost) {
				t.Errorf("with a bound of %d, %d were cut short, unusable: %q", bound, cut, record.Unusable)
			}
		}
	}
}

// TestABurstIsSentWholeOrNotAtAll has one request too few for a burst.
func TestABurstIsSentWholeOrNotAtAll(t *testing.T) {
	d := &desk{}
	c := setup(t, d, "", plans("burst", idem.Burst{Label: "burst", Requests: idem.Copies(5, idem.Request{Key: "k1"})}))
	c.MaxRequests = 5 // of which the plain first request takes one
	wants(t, only(t, c), idem.Inconclusive, "the bound of 5 requests was reached")
	if came := len(d.sent()); came != 0 {
		t.Errorf("%d requests of a burst came", came)
	}
}

// TestAPlanArrivesAsItWasMeant looks at count, order and bytes.
func TestAPlanArrivesAsItWasMeant(t *testing.T) {
	d := &desk{}
	c := setup(t, d, "", plans(
		"a", send("first", "k1"), send("other", "k2"), send("again", "k1"),
		idem.Send{Label: "changed", Request: idem.Request{Key: "k1", Body: idem.ChangedBody}},
		idem.Send{Label: "bare"},
	))
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	sent := d.sent()
	if len(sent) != 5 {
		t.Fatalf("%d requests came", len(sent))
	}
	k := keys(sent)
	if k[0] == "" || k[0] == k[1] || k[0] != k[2] || k[0] != k[3] || k[4] != "" {
		t.Errorf("keys %q", k)
	}
	if diff := cmp.Diff(sent[0], sent[2], cmp.AllowUnexported(arrival{}), cmp.FilterPath(func(p cmp.Path) bool {
		return p.String() == "at"
	}, cmp.Ignore())); diff != "" {
		t.Errorf("a repeat differs (-first +repeat):\n%s", diff)
	}
	marker := r.History.Case
	for i, amount := range []string{"4200", "4200", "4200", "5200", "4200"} {
		if want := `{"amount":` + amount + `,"description":"` + marker + `"}`; sent[i].body != want {
			t.Errorf("request %d has the body %s, want %s", i, sent[i].body, want)
		}
		if x := r.History.Exchanges[i]; string(x.Sent.Body) != sent[i].body || x.Key != k[i] || x.Response.Status != http.StatusCreated {
			t.Errorf("request %d is on record as %+v", i, x)
		}
	}
}

// TestASeedMakesTheBytes runs the same twice, and then with another seed.
func TestASeedMakesTheBytes(t *testing.T) {
	var runs [3][]string
	for i, seed := range []uint64{7, 7, 8} {
		d := &desk{}
		c := setup(t, d, "", plans("a", send("first", "k1"), send("again", "k2")), plans("b", send("first", "k1")))
		c.Seed = seed
		runner.Run(t.Context(), c)
		for _, a := range d.came("/") {
			runs[i] = append(runs[i], a.header.Get("Idempotency-Key")+" "+a.header.Get("User-Agent")+" "+a.body)
		}
	}
	if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
		t.Errorf("one seed sends two things (-one +other):\n%s", diff)
	}
	for i := range runs[0] {
		if runs[0][i] == runs[2][i] {
			t.Errorf("two seeds send the same: %s", runs[0][i])
		}
	}
}

// TestAFollowEndsWithTheFinalAnswer has a target that is busy twice.
func TestAFollowEndsWithTheFinalAnswer(t *testing.T) {
	var came atomic.Int64
	d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
		if isPlain(a) || came.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusConflict)
		return true
	}}
	c := setup(t, d, "", plans("a", idem.Follow{Label: "follow", Request: idem.Request{Key: "k1"}}))
	c.Contract.Clauses[idem.InFlight] = idem.Clause{Level: idem.Must, Does: idem.Refuses, Answer: idem.Answer{Status: []int{409}}}
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	if k := keys(d.sent()); len(k) != 3 || k[0] != k[1] || k[1] != k[2] {
		t.Errorf("keys %q", k)
	}
	for i, x := range r.History.Exchanges {
		if x.Index != i {
			t.Errorf("attempt %d has the index %d", i, x.Index)
		}
	}
}
