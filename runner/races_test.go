package runner_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

// racing makes a check that rests on a race, of two copies of one key. Its
// verdict on each round is what the judge says.
func racing(id string, judge func(round int, p *idem.Pass)) idem.Check {
	k := plans(id, idem.Burst{Label: "burst", Requests: idem.Copies(2, idem.Request{Key: "k1"})})
	k.Clause = idem.OneEffect
	round := 0
	k.Judge = func(p *idem.Pass) {
		p.Exchanges("burst")
		round++
		judge(round, p)
	}
	return k
}

func passes(int, *idem.Pass) {}

// races makes a run whose contract promises one effect.
func races(t *testing.T, s *seedServer, all ...idem.Check) runner.Config {
	t.Helper()
	c := setup(t, s, "", all...)
	c.Contract.Clauses[idem.OneEffect] = idem.Clause{Level: idem.Must}
	c.RaceWindow = 2 * time.Millisecond
	return c
}

// rounds counts the effects that the rounds made: one each, if all is right.
func rounds(s *seedServer) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.made) - 1
}

func (s *seedServer) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgets = true
}

// TestARoundThatBreaksThePromiseCounts has one that does so after others that
// did not.
func TestARoundThatBreaksThePromiseCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		panics bool
		want   idem.Verdict
	}{
		"a second effect": {false, idem.Failed},
		"a panic":         {true, idem.Errored},
	} {
		t.Run(name, func(t *testing.T) {
			s := &seedServer{kept: map[string]*stored{}}
			c := races(t, s, racing("race", func(round int, p *idem.Pass) {
				if round == 1 {
					s.forget()
					return
				}
				if tt.panics {
					panic("spoilt")
				}
				all := p.Exchanges("burst")
				if all[0].Resource != all[1].Resource {
					p.Report(idem.Finding{Message: "a second effect was made"})
				}
			}))
			r := only(t, c)
			wants(t, r, tt.want, "")
			if n := rounds(s); n != 3 || r.Race != nil || !strings.HasSuffix(r.History.Case, "d") {
				t.Errorf("%d effects were made, race %+v, case %s", n, r.Race, r.History.Case)
			}
		})
	}
}

// TestARoundThatDidNotComeAboutClaimsNothing has rounds whose requests did not
// meet: they count for nothing, and the result is that of those that did.
func TestARoundThatDidNotComeAboutClaimsNothing(t *testing.T) {
	s := &seedServer{kept: map[string]*stored{}}
	c := races(t, s, racing("race", func(round int, p *idem.Pass) {
		if round > 1 {
			p.Inconclusive("they did not meet", "")
		}
	}))
	r := only(t, c)
	wants(t, r, idem.Passed, "")
	if r.Race == nil || r.Race.Rounds != 1 || r.Race.Window != 0 || !strings.Contains(r.Race.Why, "they did not meet") {
		t.Errorf("race %+v", r.Race)
	}
	if n := rounds(s); n != idem.MostRounds {
		t.Errorf("%d rounds came", n)
	}
	if strings.HasSuffix(r.History.Case, "b") || len(r.History.Exchanges) != 2 {
		t.Errorf("on record is the case %s", r.History.Case)
	}
}

// TestNoRaceStarvesAnother has as many requests as each check needs once, or a
// few more: each is carried out once, whatever rounds the one before would take.
func TestNoRaceStarvesAnother(t *testing.T) {
	const each, checks = 2, 4
	for spare := range 6 {
		var all []idem.Check
		for range checks {
			all = append(all, racing("race", passes))
		}
		c := races(t, &seedServer{kept: map[string]*stored{}}, all...)
		c.MaxRequests = 1 + each*checks + spare
		for i, r := range runner.Run(t.Context(), c).Results {
			if r.Judgement.Verdict() != idem.Passed || r.Race == nil {
				t.Errorf("%d spare: check %d: %s, %s", spare, i, r.Judgement.Verdict(), r.Judgement.Why())
			}
		}
	}
}

// TestAClaimNamesWhatStandsBetween has names of the target; nothing is asked of
// them, since the connections go where the test wants.
func TestAClaimNamesWhatStandsBetween(t *testing.T) {
	for address, want := range map[string]string{"http://localhost": "", "http://127.0.0.7": "", "http://[::1]:80": "", "http://api.example.com": "the network"} {
		c := races(t, &seedServer{kept: map[string]*stored{}}, racing("race", passes))
		host := c.Target.URL.Host
		if err := c.Target.SetURL(address); err != nil {
			t.Fatal(err)
		}
		c.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, host)
		}
		r := only(t, c)
		if r.Race == nil || r.Race.Beyond != want {
			t.Errorf("%s: %s, %+v", address, r.Judgement.Why(), r.Race)
		}
	}
}
