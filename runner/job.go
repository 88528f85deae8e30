package runner

import (
	"context"
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/target"
)

// A job is one check on one operation.
type job struct {
	number   int
	check    idem.Check
	op       *target.Operation
	contract idem.Contract // as it holds for the operation
	plan     idem.Plan
	panicked any // what the making of the plan panicked with; nil if it did not
	slot     *idem.Result
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
			j := job{number: len(jobs) + 1, check: k, op: op}
			method, path := r.Target.Where(op)
			j.contract = r.Contract.For(method, path)
			j.plan, j.panicked = planOf(k, j.contract)
			record.Results = append(record.Results, idem.Result{
				Check: k.ID, Title: k.Title, Family: k.Family,
				Operation: op.Name, Method: method, Path: r.masker.String(path), Line: op.Line,
				Clause: k.Clause, Level: j.contract.Clause(k.Clause).Level,
			})
			j.slot = &record.Results[len(record.Results)-1]
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// planOf returns a check's plan, or what the check panicked with.
func planOf(k idem.Check, c idem.Contract) (p idem.Plan, panicked any) {
	defer func() { panicked = recover() }()
	return k.Plan(c), nil
}

// impossible says why a plan cannot be begun.
func (r *run) impossible(ctx context.Context, j job) *idem.Trouble {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	if r.unusable != "" {
		return &idem.Trouble{Kind: idem.Unreachable, Why: r.unusable, Way: "make the plain first request work, then run again"}
	}
	if r.leftBroken != "" {
		return &idem.Trouble{Kind: idem.LeverFailed, Lever: idem.BreakLever, Why: r.leftBroken, Way: "mend the target by hand, and see the mend of the target file"}
	}
	if t := r.keyless(j); t != nil {
		return t
	}
	if t := forbidden(j); t != nil {
		return t
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
