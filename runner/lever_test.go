package runner_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
	"github.com/idemspec/idemspec/runner/clock"
)

// TestLeversSendWhatTheTargetFileSays looks at each hook as it arrives, and at
// what the record has of it.
func TestLeversSendWhatTheTargetFileSays(t *testing.T) {
	held := send("held", "k1")
	held.Background = true
	for name, tt := range map[string]struct {
		plan idem.Plan
		want []string // method, address and body of the hooks; CASE and RUN stand for the ids
	}{
		"clock":   {idem.Plan{idem.Wait{For: 90e9}, send("first", "k1")}, []string{`POST /test/clock {"seconds":90,"run":"RUN"}`}},
		"part":    {idem.Plan{idem.Wait{For: 1500e6}, send("first", "k1")}, []string{`POST /test/clock {"seconds":2,"run":"RUN"}`}},
		"hold":    {idem.Plan{idem.Hold{}, held, idem.Release{Await: "held"}, idem.Join{Label: "held"}}, []string{`POST /test/hold {"case":"CASE"}`, `POST /test/release {"case":"CASE"}`}},
		"restart": {idem.Plan{idem.Restart{}, send("first", "k1")}, []string{"POST /test/restart ", "GET /test/ready "}},
		"break":   {idem.Plan{idem.Break{At: idem.KillAfter}, send("first", "k1"), idem.Mend{}}, []string{`POST /test/break {"case":"CASE","at":"kill-after"}`, "GET /test/ready ", "POST /test/mend "}},
		"unmet":   {idem.Plan{idem.Break{At: idem.StoreDown}, send("first", "k1")}, []string{`POST /test/break {"case":"CASE","at":"store-down"}`, "GET /test/ready ", "POST /test/mend "}},
		"revoke":  {idem.Plan{idem.Revoke{}, send("first", "k1")}, []string{"POST /test/revoke?run=RUN "}},
	} {
		t.Run(name, func(t *testing.T) {
			release := make(chan struct{})
			d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
				if strings.HasPrefix(a.target, "/test/release") {
					close(release)
				}
				if name == "hold" && strings.HasPrefix(a.target, "/v1/") && !isPlain(a) {
					<-release
				}
				return false
			}}
			c := setup(t, d, levers, plans("lever", tt.plan...))
			record := runner.Run(t.Context(), c)
			h := record.Results[0].History
			if h.Trouble != nil {
				t.Errorf("trouble: %+v", *h.Trouble)
			}
			var got, pulled []string
			for _, a := range d.came("/test/") {
				got = append(got, a.method+" "+a.target+" "+a.body)
				if a.header.Get("Authorization") != "Bearer "+token {
					t.Errorf("%s came without the credential", a.target)
				}
			}
			for i, line := range tt.want {
				tt.want[i] = strings.NewReplacer("CASE", h.Case, "RUN", record.ID).Replace(line)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("hooks (-want +got):\n%s", diff)
			}
			for _, p := range h.Pulls {
				pulled = append(pulled, p.Sent.Method+" "+strings.TrimPrefix(p.Sent.URL, c.Target.URL.String())+" "+string(p.Sent.Body))
			}
			for _, line := range pulled {
				if !strings.Contains(strings.Join(got, "\n"), line) {
					t.Errorf("%q is on record and did not arrive", line)
				}
			}
			if len(pulled) == 0 {
				t.Error("no lever is on record")
			}
		})
	}
}

// TestTheClockMovesToTheEdgesOfTheRetention reads off how far it is moved.
func TestTheClockMovesToTheEdgesOfTheRetention(t *testing.T) {
	for until, want := range map[idem.Instant]string{
		idem.BeforeExpiry: `{"seconds":86339,"run":`, // a minute before, less what has passed
		idem.HalfLife:     `{"seconds":43200,"run":`,
		idem.AfterExpiry:  `{"seconds":86460,"run":`, // a minute after
	} {
		d := &desk{}
		c := setup(t, d, levers, plans("wait", send("first", "k1"), idem.Wait{Until: until, Of: "first"}, send("again", "k1")))
		c.Contract.Retention.Length = idem.Duration(24 * 3600e9)
		r := only(t, c)
		wants(t, r, idem.Passed, "")
		if hooks := d.came("/test/"); len(hooks) != 1 || !strings.HasPrefix(hooks[0].body, want) {
			t.Errorf("instant %d: %+v", until, hooks)
		}
		if shifted := r.History.Exchanges[1].Times.Shifted; shifted < 43200e9 {
			t.Errorf("instant %d: the repeat is on record with a clock moved by %s", until, shifted)
		}
	}
}

// TestWhatWasBegunIsEnded stops a run under a hold and under a break; the hook
// that takes it back is still called, and nothing else.
func TestWhatWasBegunIsEnded(t *testing.T) {
	for begun, ended := range map[string]string{"/test/hold": "/test/release", "/test/break": "/test/mend"} {
		ctx, cancel := context.WithCancel(t.Context())
		d := &desk{answer: func(_ http.ResponseWriter, a arrival) bool {
			if a.target == begun {
				cancel()
			}
			return false
		}}
		steps := idem.Plan{idem.Break{At: idem.StoreDown}, send("first", "k1")}
		if begun == "/test/hold" {
			steps = idem.Plan{idem.Hold{}, send("first", "k1"), idem.Release{Await: "first"}}
		}
		runner.Run(ctx, setup(t, d, levers, plans("begun", steps...)))
		if n := len(d.came(ended)); n != 1 {
			t.Errorf("%s came %d times after %s", ended, n, begun)
		}
		if sent := d.sent(); len(sent) != 0 {
			t.Errorf("%d requests came after the end", len(sent))
		}
	}
}

// TestATargetThatStaysBrokenIsNotAccused has a mend that fails: what comes after
// it would be judged on a broken target.
func TestATargetThatStaysBrokenIsNotAccused(t *testing.T) {
	d := &desk{answer: func(w http.ResponseWriter, a arrival) bool {
		if a.target == "/test/mend" {
			w.WriteHeader(http.StatusInternalServerError)
		}
		return a.target == "/test/mend"
	}}
	late := accusing(idem.Wait{For: 1e9}, send("late", "k1"))
	record := runner.Run(t.Context(), setup(t, d, levers, plans("breaks", idem.Break{At: idem.StoreDown}, send("first", "k1")), late))
	wants(t, record.Results[1], idem.Inconclusive, "an earlier check broke the target, and it could not be mended")
	if sent := d.sent(); len(sent) != 1 {
		t.Errorf("%d requests came", len(sent))
	}
}

// TestARestartIsWaitedFor has a target that comes back after some questions, and
// one that never does. The clock is virtual.
func TestARestartIsWaitedFor(t *testing.T) {
	for name, back := range map[string]int{"soon": 3, "never": 1 << 30} {
		asked := 0
		d := &desk{}
		d.answer = func(w http.ResponseWriter, a arrival) bool {
			if a.target != "/test/ready" {
				return false
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			if asked++; asked > back {
				return false
			}
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		c := setup(t, d, levers, plans("restart", send("first", "k1"), idem.Restart{}, send("again", "k1")))
		c.Clock = &clock.Virtual{}
		r := only(t, c)
		if name == "soon" {
			wants(t, r, idem.Passed, "")
		} else {
			wants(t, r, idem.Inconclusive, "the target did not come back after the restart")
		}
		if sent := len(d.sent()); (sent == 2) != (name == "soon") {
			t.Errorf("%s: %d requests came", name, sent)
		}
	}
}
