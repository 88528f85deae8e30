package runner_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/clock"
)

// TestAFollowIsPatientWithinBounds has a target that is busy for ever, and says
// when to come back in several ways. The clock is virtual.
func TestAFollowIsPatientWithinBounds(t *testing.T) {
	for name, tt := range map[string]struct {
		retryAfter  string
		least, most int           // attempts
		apart       time.Duration // least time between two of them
	}{
		"it does not say":       {"", 10, idem.FollowLimit, 20 * time.Millisecond},
		"three seconds":         {"3", 3, 4, 3 * time.Second},
		"longer than is waited": {"60", 1, 1, 0},
		"now":                   {"0", 10, idem.FollowLimit, 20 * time.Millisecond},
		"in the past":           {"-5", 10, idem.FollowLimit, 20 * time.Millisecond},
		"nonsense":              {"soon", 10, idem.FollowLimit, 20 * time.Millisecond},
		"an age":                {"99999999999", 10, idem.FollowLimit, 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
				if isPlain(a) {
					return false
				}
				if tt.retryAfter != "" {
					w.Header().Set("Retry-After", tt.retryAfter)
				}
				w.WriteHeader(http.StatusConflict)
				return true
			}}
			c := setup(t, d, "", plans("follow", idem.Follow{Label: "follow", Request: idem.Request{Key: "k1"}}))
			c.Contract.Clauses[idem.InFlight] = idem.Clause{Level: idem.Must, Does: idem.Refuses, Answer: idem.Answer{Status: []int{409}}}
			c.Clock = &clock.Virtual{}
			r := only(t, c)
			n := len(d.sent())
			if n < tt.least || n > tt.most {
				t.Errorf("%d attempts came, want %d to %d", n, tt.least, tt.most)
			}
			for i, x := range r.History.Exchanges {
				if i > 0 && x.Times.Start-r.History.Exchanges[i-1].Times.Start < tt.apart {
					t.Errorf("attempt %d came too soon", i)
				}
			}
		})
	}
}

// TestTheHarnessWaitsWhereNoClockIsMoved has a target file that says so.
func TestTheHarnessWaitsWhereNoClockIsMoved(t *testing.T) {
	c := setup(t, &desk{}, "clock: { wait: true }\n", plans("wait", send("first", "k1"), idem.Wait{Until: idem.AfterExpiry, Of: "first"}, send("again", "k1")))
	c.Contract.Retention.Length = idem.Duration(time.Hour)
	c.Clock = &clock.Virtual{}
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	h := r.History
	if apart := h.Exchanges[1].Times.Start - h.Exchanges[0].Times.Done; apart < time.Hour+time.Minute || h.Exchanges[1].Times.Shifted != 0 {
		t.Errorf("the repeat came %s after the first", apart)
	}
	if len(h.Pulls) != 1 || h.Pulls[0].Lever != idem.ClockLever || h.Pulls[0].Sent.Method != "" || h.Pulls[0].Done-h.Pulls[0].Start < time.Hour {
		t.Errorf("pulls %+v", h.Pulls)
	}
}

// TestAnInstantThatHasPassedIsNotWaitedFor has a retention that the steps before
// it use up.
func TestAnInstantThatHasPassedIsNotWaitedFor(t *testing.T) {
	for _, until := range []idem.Instant{idem.BeforeExpiry, idem.HalfLife} {
		d := &desk{}
		c := setup(t, d, levers, accusing(send("first", "k1"), idem.Wait{For: time.Hour}, idem.Wait{Until: until, Of: "first"}, send("again", "k1")))
		c.Contract.Retention.Length = idem.Duration(time.Hour)
		wants(t, only(t, c), idem.Inconclusive, "the retention of 1h had nearly passed")
		if len(d.sent()) != 1 {
			t.Errorf("%d requests came", len(d.sent()))
		}
	}
}
