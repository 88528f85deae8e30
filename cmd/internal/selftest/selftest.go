package selftest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference/bugs"
	"golang.org/x/sync/errgroup"
)

// Options say what is tried.
type Options struct {
	Contracts []idem.Contract
	Checks    []idem.Check
	Bugs      []bugs.Bug
	Seeds     []uint64 // under which right servers vary; bugs are tried under the first
	Jobs      int      // servers at a time; zero means one
}

// Run tries each check on each server and returns what it made of them.
func Run(ctx context.Context, o Options) (Matrix, error) {
	m := Matrix{Seeds: o.Seeds}
	for _, c := range o.Contracts {
		m.Profiles = append(m.Profiles, c.Profile)
	}
	for _, k := range o.Checks {
		m.Checks = append(m.Checks, k.ID)
	}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(o.Jobs, 1))
	for _, c := range o.Contracts {
		for _, seed := range o.Seeds {
			g.Go(func() error {
				r, err := judge(ctx, c, seed, o.Checks)
				mu.Lock()
				defer mu.Unlock()
				m.Right = append(m.Right, notable(r, seed)...)
				return wrap(err, c, "the right server")
			})
		}
	}
	m.Bugs = make([]Row, len(o.Bugs))
	for i, b := range o.Bugs {
		m.Bugs[i] = Row{Bug: b.ID, Breaks: b.Breaks, Expected: slices.Sorted(slices.Values(b.CaughtBy))}
		for _, c := range o.Contracts {
			if !c.Clause(b.Breaks).Binding() {
				continue
			}
			g.Go(func() error {
				r, err := judge(ctx, c, o.Seeds[0], o.Checks, b)
				mu.Lock()
				defer mu.Unlock()
				m.Bugs[i].add(c.Profile, r)
				return wrap(err, c, b.ID)
			})
		}
	}
	if err := g.Wait(); err != nil {
		return m, err
	}
	m.sort()
	return m, nil
}

func wrap(err error, c idem.Contract, server string) error {
	if err != nil {
		return fmt.Errorf("profile %s, %s: %w", c.Profile, server, err)
	}
	return nil
}

// notable lists the verdicts on a right server that ask for attention.
func notable(r idem.Run, seed uint64) []Cell {
	var cells []Cell
	for _, res := range r.Results {
		j := res.Judgement
		why := j.Why()
		switch j.Verdict() {
		case idem.Passed, idem.Skipped, idem.NotTested:
			continue
		case idem.Failed, idem.Warned:
			why = j.Findings()[0].Message
		case idem.Inconclusive, idem.Errored, idem.Unjudged:
		}
		cells = append(cells, Cell{r.Contract.Profile, seed, res.Check, j.Verdict(), why})
	}
	return cells
}

// add records what one run made of the bug.
func (r *Row) add(profile string, run idem.Run) {
	r.Profiles = append(r.Profiles, profile)
	caught := false
	for _, res := range run.Results {
		if len(res.Judgement.Findings()) == 0 {
			continue
		}
		caught = true
		i := slices.IndexFunc(r.Caught, func(c Catch) bool { return c.Check == res.Check })
		if i < 0 {
			i = len(r.Caught)
			r.Caught = append(r.Caught, Catch{Check: res.Check})
		}
		r.Caught[i].Profiles = append(r.Caught[i].Profiles, profile)
	}
	if !caught {
		r.Missed = append(r.Missed, profile)
	}
}

// sort brings everything into an order that does not depend on which server was
// done first.
func (m *Matrix) sort() {
	slices.SortFunc(m.Right, func(a, b Cell) int {
		return cmpStrings(a.Profile, b.Profile, fmt.Sprintf("%020d", a.Seed), fmt.Sprintf("%020d", b.Seed), a.Check, b.Check)
	})
	for i := range m.Bugs {
		r := &m.Bugs[i]
		slices.Sort(r.Profiles)
		slices.Sort(r.Missed)
		slices.SortFunc(r.Caught, func(a, b Catch) int { return cmpStrings(a.Check, b.Check) })
		for _, c := range r.Caught {
			slices.Sort(c.Profiles)
		}
	}
}

// cmpStrings compares pairs of strings, the first that differ deciding.
func cmpStrings(pairs ...string) int {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			if pairs[i] < pairs[i+1] {
				return -1
			}
			return 1
		}
	}
	return 0
}
