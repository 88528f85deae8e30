package runner

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/race"
	"github.com/idemspec/idemspec/runner/wire"
)

// formation is how each burst is laid: the end of the head is what is held back,
// which suits a target that looks its key up once the head is complete and one
// that reads the body first alike. No probe could tell the two apart: one that
// looks early and then reads the body to compare it answers no earlier than the
// other. On a target that reads the body first it exposes as many races as the
// last byte does.
var formation = wire.ApartHead

// mostRounds is how often a plan is carried out at most to look for a race.
const mostRounds = 8

// A shape is what a plan releases together: copies of one key, in so many bursts.
type shape struct{ copies, bursts int }

// racing returns the shape of a job whose check rests on a race: one effect for
// copies of one key that arrive together.
func (j job) racing() (s shape, racing bool) {
	if j.check.Clause != idem.OneEffect {
		return s, false
	}
	for _, step := range j.plan {
		b, ok := step.(idem.Burst)
		if !ok || !oneKey(b.Requests) {
			continue
		}
		if s.bursts == 0 || len(b.Requests) == s.copies {
			s = shape{len(b.Requests), s.bursts + 1}
		}
	}
	return s, s.bursts > 0
}

func oneKey(all []idem.Request) bool {
	for _, r := range all {
		if r.Key == "" || r.Key != all[0].Key {
			return false
		}
	}
	return len(all) > 1
}

// rounds carries out the plan of a check that passed until a race of the window
// that is asked for would have been seen, as far as the bound of requests lets
// it: reserve is what the checks behind it may need. A round that breaks the
// promise takes the place of the result. One that does not come about, since its
// requests did not meet, does not count.
func (r *run) rounds(ctx context.Context, j job, s shape, reserve int, judge func(idem.History)) {
	claim := idem.Race{Rounds: 1, Beyond: r.beyond()}
	passed := *j.slot
	need := r.need(ctx, j, s, reserve, &claim)
	for attempt := range 2 * need {
		if claim.Rounds >= need || j.slot.History.Trouble != nil {
			break
		}
		judge(r.observe(ctx, j, attempts+attempt))
		switch v := j.slot.Judgement.Verdict(); v {
		case idem.Passed:
			claim.Rounds++
			passed = *j.slot
		case idem.Failed, idem.Warned, idem.Errored:
			return
		case idem.Inconclusive, idem.Unjudged, idem.Skipped, idem.NotTested:
		}
	}
	if claim.Rounds < need {
		claim.Window, claim.Confidence = 0, 0
		claim.Why = fmt.Sprintf("only %d of %d rounds came about: %s", claim.Rounds, need, j.slot.Judgement.Why())
	}
	*j.slot = passed
	j.slot.Race = &claim
}

// need returns how many rounds a claim takes, and writes the limit into it.
func (r *run) need(ctx context.Context, j job, s shape, reserve int, claim *idem.Race) int {
	if r.RaceWindow == 0 {
		claim.Why = "none was asked for"
		return claim.Rounds
	}
	most := mostRounds
	if left, bounded := r.budget.left(); bounded {
		most = min(most, 1+max(left-reserve, 0)/max(j.plan.Cost().Requests, 1))
	}
	limit, err := r.limit(ctx, s, most)
	switch {
	case err != nil:
		claim.Why = err.Error()
	case limit.Window == 0:
		claim.Why = limit.Why
	default:
		claim.Window, claim.Confidence = idem.Duration(limit.Window), r.RaceConfidence
		return max((limit.Rounds+s.bursts-1)/s.bursts, claim.Rounds)
	}
	return claim.Rounds
}

// limit measures what bursts of a shape can see on this machine, once for each
// shape and bound.
func (r *run) limit(ctx context.Context, s shape, most int) (race.Limit, error) {
	q := race.Question{
		Formation: formation, Keys: 1, Copies: s.copies,
		Window: r.RaceWindow, Confidence: r.RaceConfidence, Most: most * s.bursts,
	}
	if l, known := r.limits[q]; known {
		return l, nil
	}
	l, err := race.Calibrate(ctx, q)
	if err == nil {
		r.limits[q] = l
	}
	return l, err
}

// beyond names what stands between the harness and the target and is not there
// when a limit is measured.
func (r *run) beyond() string {
	host := r.Target.URL.Hostname()
	address, err := netip.ParseAddr(host)
	near := host == "localhost" || err == nil && address.IsLoopback()
	secure := r.Target.URL.Scheme == "https"
	switch {
	case !near && secure:
		return "the network and TLS"
	case !near:
		return "the network"
	case secure:
		return "TLS"
	}
	return ""
}
