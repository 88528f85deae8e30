// Package ledger counts the effects of a case: it asks a source for the case's
// own effects, again and again until two answers in a row are equal, since a
// late duplicate is the one that hurts. It judges nothing: a ledger that cannot
// be read is a reading with an error, never an empty one.
package ledger

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Source gives the effects that carry a case's marker at this moment.
type Source interface {
	Effects(ctx context.Context) ([]idem.Effect, error)
}

// A Pace says how long a ledger takes to show what was done.
type Pace struct {
	Settle   time.Duration // the ledger is stable once two readings this far apart are equal
	Patience time.Duration // how long effects that are due are waited for
}

// A Clock is the harness's time.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Read asks the source until it is stable and shows at least await effects, or
// until the patience is over. The first error that repeats ends it. Of the
// result, [idem.Reading.Start] and Done are counted from epoch.
func Read(ctx context.Context, s Source, p Pace, await int, c Clock, epoch time.Time) idem.Reading {
	start := c.Now()
	r := idem.Reading{Start: start.Sub(epoch)}
	var last []idem.Effect
	var known bool
	var lastErr error
	for {
		now, err := s.Effects(ctx)
		r.Reads++
		switch {
		case err != nil && lastErr != nil:
			r.Err = err.Error()
		case err == nil:
			sortEffects(now)
			r.Effects = now
			r.Stable = known && slices.Equal(last, now)
			last, known = now, true
		}
		lastErr = err
		waited := c.Now().Sub(start)
		r.Done = c.Now().Sub(epoch)
		enough := r.Stable && (len(r.Effects) >= await || waited >= p.Patience)
		if r.Err != "" || enough || waited > p.Patience+p.Settle && r.Reads >= leastReads {
			return r
		}
		if err := c.Sleep(ctx, pause(p, r.Stable)); err != nil {
			r.Stable, r.Err = false, err.Error()
			return r
		}
	}
}

// leastReads is how often a ledger is asked before it is called unstable,
// however much time a busy machine let pass in between.
const leastReads = 4

// ReadOnce asks the source a single time, for the reading before anything was
// sent, where there is nothing to settle.
func ReadOnce(ctx context.Context, s Source, c Clock, epoch time.Time) idem.Reading {
	r := idem.Reading{Start: c.Now().Sub(epoch), Reads: 1, Stable: true}
	effects, err := s.Effects(ctx)
	sortEffects(effects)
	r.Effects, r.Done = effects, c.Now().Sub(epoch)
	if err != nil {
		r.Err, r.Stable = err.Error(), false
	}
	return r
}

// pause is how long to wait before the next reading: the settle time, since
// stability means equal readings that far apart. A ledger that is stable but
// shows too little is asked in longer steps.
func pause(p Pace, stable bool) time.Duration {
	if stable {
		return max(p.Settle, p.Patience/10)
	}
	return p.Settle
}

// sortEffects orders effects by id, since a ledger may list them in any order.
func sortEffects(all []idem.Effect) {
	slices.SortFunc(all, func(a, b idem.Effect) int { return strings.Compare(a.ID, b.ID) })
}
