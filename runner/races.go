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
// last byte does. Copies of one key go on connections of their own: pairs one
// after the other expose as much as a mirrored volley of as many requests, and do
// not need a target that takes requests in line.
var formation = wire.ApartHead

// spareRounds are those that may not come about without costing a claim.
const spareRounds = 2

// rounds carries out the plan of a check that passed until a race of the window
// that is asked for would have been seen, as far as the bound of requests lets
// it: reserve is what the checks behind it may need. A round that breaks the
// promise takes the place of the result. One that does not come about, since its
// requests did not meet, does not count.
func (r *run) rounds(ctx context.Context, j job, s idem.Salvo, reserve int, judge func(idem.History)) {
	claim := idem.Race{Rounds: 1, Beyond: r.beyond()}
	passed := *j.slot
	need := r.need(ctx, j, s, reserve, &claim)
	for attempt := range idem.MostRounds - 1 {
		if claim.Rounds >= need || j.slot.History.Trouble != nil || r.affordable(j, reserve) == 0 {
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
		why := j.slot.Judgement.Why()
		if why == "" {
			why = "the bound of requests allows no more"
		}
		claim.Why = fmt.Sprintf("only %d of %d rounds came about: %s", claim.Rounds, need, why)
	}
	*j.slot = passed
	j.slot.Race = &claim
}

// need returns how many rounds a claim takes, and writes the limit into it.
func (r *run) need(ctx context.Context, j job, s idem.Salvo, reserve int, claim *idem.Race) int {
	if r.RaceWindow == 0 {
		claim.Why = "none was asked for"
		return claim.Rounds
	}
	limit, err := r.limit(ctx, s, min(idem.MostRounds-spareRounds, 1+r.affordable(j, reserve)))
	switch {
	case err != nil:
		claim.Why = err.Error()
	case limit.Window == 0:
		claim.Why = limit.Why
	default:
		claim.Window, claim.Confidence = idem.Duration(limit.Window), r.RaceConfidence
		return max((limit.Rounds+s.Bursts-1)/s.Bursts, claim.Rounds)
	}
	return claim.Rounds
}

// affordable is how many more rounds the bound of requests allows.
func (r *run) affordable(j job, reserve int) int {
	left, bounded := r.budget.left()
	if !bounded {
		return idem.MostRounds
	}
	return max(left-reserve, 0) / max(j.plan.Cost().Requests, 1)
}

// limit measures what bursts like those of a salvo can see on this machine, once
// for each kind and bound.
func (r *run) limit(ctx context.Context, s idem.Salvo, most int) (race.Limit, error) {
	q := race.Question{
		Formation: formation, Keys: 1, Copies: s.Copies,
		Window: r.RaceWindow, Confidence: r.RaceConfidence, Most: most * s.Bursts,
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
