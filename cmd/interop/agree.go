package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// disagreements says in which ways the calls that were made by hand show
// something else than the history that the harness recorded; nil if they show the
// same.
//
// Requests that follow each other must get the same statuses in the same order.
// Of those that are under way together it is chance which of them meets the
// others. The ledger must show the same numbers of effects.
func disagreements(h idem.History, calls []call) []string {
	var wrong []string
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	toAPI, toLedger := split(calls)
	readings := asked(h.Readings)
	groups := together(h.Exchanges)
	if len(toAPI) != len(h.Exchanges) || len(toLedger) != len(readings) {
		complain("%d requests and %d reads of the ledger were made, where the history has %d and %d",
			len(toAPI), len(toLedger), len(h.Exchanges), len(readings))
		return wrong
	}
	for _, g := range groups {
		got := statuses(toAPI[:len(g)])
		toAPI = toAPI[len(g):]
		if want, same := agree(h.Exchanges, g, got); !same {
			complain("%s was answered %v, where the history has %v", g[0].Label, got, want)
		}
	}
	for i, r := range readings {
		n, err := toLedger[i].effects()
		if err != nil {
			complain("%s: %v", r.Label, err)
		} else if n != len(r.Effects) {
			complain("%s shows %d effects, where the history has %d", r.Label, n, len(r.Effects))
		}
	}
	return wrong
}

// typeable reports whether curl can repeat a history: it always sends a request to
// its end.
func typeable(h idem.History) bool {
	return !slices.ContainsFunc(h.Exchanges, func(x idem.Exchange) bool { return x.Fault != "" && x.Times.Wrote == 0 })
}

// agree compares the statuses of one group, and returns what was wanted.
func agree(all, g []idem.Exchange, got []int) (want []int, same bool) {
	for _, x := range g {
		if x.Response == nil {
			return nil, true // lost on purpose
		}
		want = append(want, x.Response.Status)
	}
	slices.Sort(want)
	slices.Sort(got)
	switch {
	case len(g) == 1 && follows(all, g[0]):
		return want, true // an attempt before the last: hands are too slow to meet the running request
	case len(g) > 2:
		seen := statusesSeen(all)
		return seen, !slices.ContainsFunc(got, func(s int) bool { return !slices.Contains(seen, s) })
	}
	return want, slices.Equal(got, want)
}

// follows reports whether the same step of the plan sent its request again
// afterwards.
func follows(all []idem.Exchange, x idem.Exchange) bool {
	return slices.ContainsFunc(all, func(y idem.Exchange) bool {
		return y.Label == x.Label && y.Index > x.Index && y.Times.Start >= x.Times.Done
	})
}

// together parts exchanges into groups of those that were under way together, in
// the order in which they began.
func together(all []idem.Exchange) [][]idem.Exchange {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b idem.Exchange) int { return cmp.Compare(a.Times.Start, b.Times.Start) })
	var groups [][]idem.Exchange
	until := sorted[:0:0]
	for _, x := range sorted {
		if len(until) > 0 && x.Times.Start < slices.MaxFunc(until, laterEnd).Times.Done {
			until = append(until, x)
			groups[len(groups)-1] = until
			continue
		}
		until = []idem.Exchange{x}
		groups = append(groups, until)
	}
	return groups
}

func laterEnd(a, b idem.Exchange) int { return cmp.Compare(a.Times.Done, b.Times.Done) }

// asked returns the readings for which the ledger was asked, in order.
func asked(all []idem.Reading) []idem.Reading {
	var some []idem.Reading
	for _, r := range all {
		if r.Asked.Method != "" {
			some = append(some, r)
		}
	}
	slices.SortStableFunc(some, func(a, b idem.Reading) int { return cmp.Compare(a.Start, b.Start) })
	return some
}

func split(calls []call) (toAPI, toLedger []call) {
	for _, c := range calls {
		switch {
		case c.toAPI:
			toAPI = append(toAPI, c)
		case c.toLedger:
			toLedger = append(toLedger, c)
		}
	}
	return toAPI, toLedger
}

func statuses(calls []call) []int {
	var all []int
	for _, c := range calls {
		all = append(all, c.status)
	}
	return all
}

func statusesSeen(all []idem.Exchange) []int {
	var seen []int
	for _, x := range all {
		if x.Response != nil {
			seen = append(seen, x.Response.Status)
		}
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}
