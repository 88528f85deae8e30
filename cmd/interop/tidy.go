package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// tidy returns a function that takes out of a text what differs between two runs
// on one server: addresses, names of resources, keys and markers, and which of two
// equal requests that were under way together was the one that ran.
func (j judged) tidy(h idem.History) func(string) string {
	type change struct{ old, now string }
	all := []change{{j.api, "API"}, {j.admin, "ADMIN"}, {h.Case, "CASE"}}
	names := map[string]bool{}
	for _, x := range byEnd(h.Exchanges) {
		if x.Resource != "" && !names[x.Resource] {
			names[x.Resource] = true
			all = append(all, change{x.Resource, fmt.Sprintf("#%d", len(names))})
		}
		all = append(all, change{x.Key, "KEY"})
		if hasTwin(h.Exchanges, x) {
			all = append(all, change{"the outcome of " + x.Label + ":", "the outcome of the one that ran:"})
		}
	}
	// Of two names with one beginning the longer one must be met first, and an
	// empty one would be met everywhere.
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(len(b.old), len(a.old)) })
	var pairs []string
	for _, c := range all {
		if c.old != "" {
			pairs = append(pairs, c.old, c.now)
		}
	}
	return strings.NewReplacer(pairs...).Replace
}

func byEnd(all []idem.Exchange) []idem.Exchange {
	return slices.SortedStableFunc(slices.Values(all), func(a, b idem.Exchange) int { return cmp.Compare(a.Times.Done, b.Times.Done) })
}

// hasTwin reports whether an equal request was under way at the same time.
func hasTwin(all []idem.Exchange, x idem.Exchange) bool {
	return slices.ContainsFunc(all, func(y idem.Exchange) bool {
		return (y.Label != x.Label || y.Index != x.Index) && y.Key == x.Key && bytes.Equal(y.Sent.Body, x.Sent.Body) &&
			y.Times.Start < x.Times.Done && x.Times.Start < y.Times.Done
	})
}
