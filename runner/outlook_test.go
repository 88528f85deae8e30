package runner_test

import (
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// What a run sends stays within what the outlook says, and each check that it
// says is left out is left out by the run, for the same reason.
func TestARunStaysWithinItsOutlook(t *testing.T) {
	c := &counter{}
	cfg := config(t, c, "", "*")
	cfg.RaceWindow = time.Millisecond
	cfg.Timeout = time.Second
	o := runner.Outlook(t.Context(), cfg)
	if n := c.came.Load(); n != 0 {
		t.Fatalf("the outlook sent %d requests", n)
	}
	record := runner.Run(t.Context(), cfg)
	_, most := o.Totals()
	if n := int(c.came.Load()); n == 0 || n > most.Cost.Requests {
		t.Errorf("the run sent %d requests, and the outlook says at most %d", n, most.Cost.Requests)
	}
	if len(o.Checks) != len(record.Results) {
		t.Fatalf("the outlook has %d checks, and the run %d", len(o.Checks), len(record.Results))
	}
	for i, f := range o.Checks {
		r := record.Results[i]
		sent := len(r.History.Exchanges) > 0
		if f.ID() != r.ID() || sent && f.Times == 0 {
			t.Errorf("%s is said to be sent %d times, and %s has %d exchanges", f.ID(), f.Times, r.ID(), len(r.History.Exchanges))
		}
		if f.Times == 0 && (f.Verdict != r.Judgement.Verdict() || f.Why != r.Judgement.Why()) {
			t.Errorf("%s is said to be %s (%s), and was %s (%s)", f.ID(), f.Verdict, f.Why, r.Judgement.Verdict(), r.Judgement.Why())
		}
		if f.Times > 0 && f.Verdict != idem.Unjudged {
			t.Errorf("%s has a verdict before it was sent: %s", f.ID(), f.Verdict)
		}
	}
}
