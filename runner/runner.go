package runner

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/mask"
	"github.com/idemspec/idemspec/runner/race"
	"golang.org/x/sync/errgroup"
)

// A run is one run of the harness while it goes on.
type run struct {
	Config
	id         string
	hook       hooks
	masker     mask.Masker
	budget     *budget
	shifted    atomic.Int64 // how far the target's clock was moved, in nanoseconds
	unusable   string
	leftBroken string // why the target is still broken after a check that broke it; empty if it is whole
	limits     map[race.Question]race.Limit
	proven     map[proof]bool

	mu   sync.Mutex
	done int
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
		proven: map[proof]bool{},
	}
	r.hook = hooks{client: c.hooks(), agent: r.agent()}

	record := idem.Run{
		Format: idem.RunFormat, Tool: c.Tool, ID: r.id, Started: start.UTC(), Seed: c.Seed, Contract: c.Contract,
		Target: idem.Target{
			URL: r.masker.String(c.Target.URL.String()), File: c.File,
			Environment: r.masker.String(c.Target.Environment), Levers: offered(c.Target),
		},
	}
	jobs := r.jobs(&record)
	r.preflight(ctx)
	internal := r.all(ctx, jobs)
	record.Unusable = r.unusable
	if internal != nil {
		record.Internal = r.masker.String(internal.Error())
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
