package race

import (
	"context"
	"fmt"
	"time"

	"github.com/idemspec/idemspec/runner/wire"
)

// A Question is what a burst is to see: requests in a shape, released in a
// formation.
type Question struct {
	Formation    wire.Formation
	Protocol     wire.Protocol
	Keys, Copies int
	Window       time.Duration // the shortest race that is to be seen
	Confidence   float64       // with which it is to be seen at least once
	Most         int           // rounds at most
}

// A Limit is what a number of bursts can see on this machine.
type Limit struct {
	Window time.Duration // the shortest race that is seen with the confidence; zero if none can be claimed
	Rounds int           // of them that it takes
	Why    string        // why none can be claimed; empty if one can
}

// tries is how many bursts a window is tried with. If all of them see it, its
// share is 0.91 at least.
const tries = 40

// longest is the longest window that is tried. A ledger that misses races of that
// length says more about the machine than about the burst.
const longest = 8 * time.Millisecond

// Calibrate releases the bursts of a question at a ledger in this process whose
// windows are known, and returns the shortest one of at least the length asked
// for that no more than the most rounds see with the confidence. The share of
// bursts that see a window is taken at the lower end of its 95 % interval. The
// ledger spends its window in computing: waiting, as for a database, is easier to
// see.
func Calibrate(ctx context.Context, q Question) (Limit, error) {
	enough := q.enough()
	if enough > tries {
		return Limit{Why: fmt.Sprintf("%d rounds are too few to see any race so surely", q.Most)}, nil
	}
	l := NewLedger()
	host, stop, err := Listen(l)
	if err != nil {
		return Limit{}, err
	}
	defer stop()
	var limit Limit
	number := 0
	for long := q.Window; long <= max(longest, q.Window); long *= 2 {
		seen, tried := 0, 0
		for ; tried < tries && seen+tries-tried >= enough; tried++ {
			number++
			s := Salvo{Keys: q.Keys, Copies: q.Copies, Window: Window{Spin, long}, number: number}
			if err := fire(ctx, q.Formation, q.Protocol, host, s); err != nil {
				return Limit{}, fmt.Errorf("the burst could not be calibrated: %w", err)
			}
			if l.Take().Doubles > 0 {
				seen++
			}
		}
		if seen >= enough {
			return Limit{Window: long, Rounds: roundsFor(atLeast(seen, tries), q.Confidence)}, nil
		}
		limit.Why = fmt.Sprintf("a race of %s was seen in %d of %d bursts on this machine, too seldom for %d rounds", long, seen, tried, q.Most)
	}
	return limit, nil
}

// enough is how many of the tries have to see a window so that no more than the
// most rounds see it with the confidence; more than there are if none will do.
func (q Question) enough() int {
	for seen := 1; seen <= tries; seen++ {
		if roundsFor(atLeast(seen, tries), q.Confidence) <= q.Most {
			return seen
		}
	}
	return tries + 1
}
