package runner

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/mask"
	"github.com/idemspec/idemspec/runner/race"
	"github.com/idemspec/idemspec/runner/target"
	"golang.org/x/sync/errgroup"
)

// A run is one run of the harness while it goes on.
type run struct {
	Config
	id       string
	hook     hooks
	masker   mask.Masker
	budget   *budget
	shifted  atomic.Int64 // how far the target's clock was moved, in nanoseconds
	unusable string
	limits   map[race.Question]race.Limit
	proven   map[idem.Book]bool // the book showed the effect of the plain first request well within its patience

	mu   sync.Mutex
	done int
}

// A job is one check on one operation.
type job struct {
	number int
	check  idem.Check
	op     *target.Operation
	plan   idem.Plan
	slot   *idem.Result
}

// Run carries out the checks of a configuration and returns all that was
// observed and concluded. It always returns a whole record: what could not be
// done, since the target is unusable, a limit was reached or the context ended,
// stands in it with its reason.
func Run(ctx context.Context, c Config) idem.Run {
	c = c.orDefaults()
	start := c.Clock.Now()
	r := &run{
		Config: c,
		id:     fmt.Sprintf("%08x", randomFor(c.Seed, "run").Uint32()),
		masker: mask.New(c.Target.Secrets),
		budget: &budget{limit: int64(c.MaxRequests)},
		limits: map[race.Question]race.Limit{},
		proven: map[idem.Book]bool{},
	}
	client := c.hooks()
	r.hook = hooks{client: client, agent: r.agent()}
	defer client.CloseIdleConnections()

	record := idem.Run{
		Format: idem.RunFormat, Tool: c.Tool, ID: r.id, Started: start.UTC(), Seed: c.Seed, Contract: c.Contract,
		Target: idem.Target{
			URL: r.masker.String(c.Target.URL.String()), File: c.File,
			Environment: c.Target.Environment, Levers: offered(c.Target),
		},
	}
	jobs := r.jobs(&record)
	r.preflight(ctx)
	internal := r.all(ctx, jobs)
	record.Unusable = r.unusable
	if internal != nil {
		record.Internal = internal.Error()
	}
	if ctx.Err() != nil {
		record.Ended = context.Cause(ctx).Error()
	}
	record.Took = idem.Duration(c.Clock.Now().Sub(start).Round(time.Millisecond))
	return record
}

// agent names the harness and the run, so that the target's owner finds the
// traffic in the logs.
func (r *run) agent() string {
	return fmt.Sprintf("%s (+https://github.com/idemspec/idemspec; run=%s)", r.Tool, r.id)
}

// jobs makes one result for each check and operation, in the order of the
// catalogue, and one job for each of them.
func (r *run) jobs(record *idem.Run) []job {
	ops := r.Target.Operations
	record.Results = make([]idem.Result, 0, len(r.Checks)*len(ops))
	var jobs []job
	for _, k := range r.Checks {
		for i := range ops {
			op := &ops[i]
			if op.Role != idem.Create {
				continue
			}
			record.Results = append(record.Results, idem.Result{
				Check: k.ID, Title: k.Title, Family: k.Family, Operation: op.Name, Line: op.Line,
				Clause: k.Clause, Level: r.Contract.Clause(k.Clause).Level,
			})
			slot := &record.Results[len(record.Results)-1]
			jobs = append(jobs, job{number: len(jobs) + 1, check: k, op: op, plan: k.Plan(r.Contract), slot: slot})
		}
	}
	return jobs
}

// all carries out the jobs: those that bear company side by side, then the
// others one at a time, and of them those at last that look for a race, which
// may use up what requests the others have left. The error is a fault of the
// harness.
func (r *run) all(ctx context.Context, jobs []job) error {
	var together errgroup.Group
	together.SetLimit(r.Jobs)
	var alone, races []job
	for _, j := range jobs {
		if _, racing := j.check.Races(j.plan); racing {
			races = append(races, j)
		} else if j.plan.Exclusive() {
			alone = append(alone, j)
		} else {
			together.Go(func() error { return r.one(ctx, j, len(jobs), 0) })
		}
	}
	err := together.Wait()
	reserve := 0
	for _, j := range races {
		reserve += j.plan.Cost().Requests
	}
	for _, j := range append(alone, races...) {
		if _, racing := j.check.Races(j.plan); racing {
			reserve -= j.plan.Cost().Requests
		}
		if e := r.one(ctx, j, len(jobs), reserve); e != nil && err == nil {
			err = e
		}
	}
	return err
}

// one fills the slot of a job. Reserve is how many requests it has to leave to
// others, beyond what its plan needs once. A panic of a check is a fault of the harness and
// is never taken for one of the target.
func (r *run) one(ctx context.Context, j job, total, reserve int) (internal error) {
	start := r.Clock.Now()
	judge := func(h idem.History) {
		j.slot.History = r.masker.History(h)
		j.slot.Judgement = idem.Judge(j.check, r.Contract, j.slot.History)
	}
	defer func() {
		if p := recover(); p != nil {
			internal = fmt.Errorf("check %s: %v", j.check.ID, p)
			judge(idem.History{Trouble: &idem.Trouble{
				Kind: idem.HarnessFault, Why: "the check itself failed: " + internal.Error(), Way: "report this as a bug of idemspec",
			}})
		}
		j.slot.Took = idem.Duration(r.Clock.Now().Sub(start).Round(time.Microsecond))
		r.mu.Lock()
		defer r.mu.Unlock()
		r.done++
		r.Progress(r.done, total, *j.slot)
	}()
	for attempt := range attempts {
		judge(r.observe(ctx, j, attempt))
		if !missed(j) {
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
	if idem.Applicable(j.check, r.Contract) != "" {
		return idem.History{}
	}
	if t := r.impossible(ctx, j); t != nil {
		return idem.History{Trouble: t}
	}
	c, err := r.newTrial(j.number, attempt, j.op)
	if err != nil {
		return idem.History{Trouble: &idem.Trouble{Kind: idem.HarnessFault, Why: err.Error()}}
	}
	return c.carryOut(ctx, j.plan)
}

// impossible says why a plan cannot be begun.
func (r *run) impossible(ctx context.Context, j job) *idem.Trouble {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	if r.unusable != "" {
		return &idem.Trouble{Kind: idem.Unreachable, Why: r.unusable, Way: "make the plain first request work, then run again"}
	}
	offers := r.Target.Levers(j.op)
	for _, l := range j.plan.Levers() {
		if !l.Optional() && !slices.Contains(offers, l) {
			return &idem.Trouble{
				Kind: idem.NoLever, Lever: l,
				Why: fmt.Sprintf("the target offers no %s", l), Way: l.Way(),
			}
		}
	}
	return nil
}

// offered lists the levers that a target offers for any of its operations.
func offered(t *target.Target) []idem.Lever {
	var all []idem.Lever
	for i := range t.Operations {
		all = append(all, t.Levers(&t.Operations[i])...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func interrupted(ctx context.Context) *idem.Trouble {
	return &idem.Trouble{Kind: idem.Interrupted, Why: "the run ended first: " + context.Cause(ctx).Error()}
}
