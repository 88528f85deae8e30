package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// one fills the slot of a job. Reserve is how many requests it has to leave to
// others, beyond what its plan needs once. A panic of a check is a fault of the
// harness and is never taken for one of the target; what was sent until then
// stays on record.
func (r *run) one(ctx context.Context, j job, total, reserve int) (internal error) {
	start := r.Clock.Now()
	judge := func(h idem.History) {
		j.slot.History = r.masker.History(h)
		j.slot.Judgement = idem.Judge(j.check, j.contract, j.slot.History)
	}
	defer func() {
		if p := recover(); p != nil {
			internal = fmt.Errorf("check %s: %v", j.check.ID, p)
			h := j.slot.History
			h.Trouble = &idem.Trouble{
				Kind: idem.HarnessFault, Why: "the check itself failed: " + internal.Error(), Way: "report this as a bug of idemspec",
			}
			j.check.Applies = nil // which may be what panicked
			judge(h)
		}
		j.slot.Took = idem.Duration(r.Clock.Now().Sub(start).Round(time.Microsecond))
		r.mu.Lock()
		defer r.mu.Unlock()
		r.done++
		r.Progress(r.done, total, *j.slot)
	}()
	if j.panicked != nil {
		panic(j.panicked)
	}
	for attempt := range attempts {
		judge(r.observe(ctx, j, attempt))
		if !missed(j) || r.affordable(j, reserve) == 0 {
			break
		}
	}
	if s, racing := j.check.Races(j.plan); racing && j.slot.Judgement.Verdict() == idem.Passed {
		r.rounds(ctx, j, s, reserve, judge)
	}
	return nil
}

// attempts is how often a plan is carried out whose requests were to meet each
// other and did not.
const attempts = 3

// missed reports whether a job's requests were to be with the target at the same
// time and may not have been: on a busy machine the first can be answered before
// the second is on its way. Another attempt, with a marker and keys of its own,
// costs less than an inconclusive run.
func missed(j job) bool {
	if j.slot.Judgement.Verdict() != idem.Inconclusive || j.slot.History.Trouble != nil {
		return false
	}
	for _, s := range j.plan {
		switch s.(type) {
		case idem.Burst, idem.Hold:
			return true
		case idem.Send, idem.Join, idem.Follow, idem.Wait, idem.Probe, idem.Release, idem.Restart, idem.Break, idem.Mend, idem.Revoke:
		}
	}
	return false
}

// observe returns the history of a job. What has nothing to test is not sent.
func (r *run) observe(ctx context.Context, j job, attempt int) idem.History {
	if idem.Applicable(j.check, j.contract) != "" {
		return idem.History{}
	}
	if t := r.impossible(ctx, j); t != nil {
		return idem.History{Trouble: t}
	}
	c, err := r.newTrial(j.number, attempt, j.op, j.contract)
	if err != nil {
		return idem.History{Trouble: &idem.Trouble{Kind: idem.HarnessFault, Why: err.Error()}}
	}
	return c.carryOut(ctx, j.plan)
}
