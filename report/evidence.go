package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// An event is one thing that was seen in a case: an exchange, a lever that was
// used, or a reading of the ledger.
type event struct {
	at          time.Duration // when it left the harness, which events are sorted by
	start, done time.Duration // since the start of the case
	label       string        // of the step; the lever's name if it has none
	text        string        // what happened, safe to print
	outcome     string        // what an equal event has in common with this one; empty if none is equal
	named       bool          // a finding names it as its evidence
	left        int           // how many equal events after this one are left out
}

// eventsOf lists what was seen in a case in the order of time, equal events that
// follow each other cut down to the first and the last of them.
func eventsOf(r idem.Run, res idem.Result) []event {
	names := namesOf(res.History)
	shown := fieldsShown(r.Contract, res.Clause)
	named := map[string]bool{}
	for _, f := range res.Judgement.Findings() {
		for _, label := range f.Evidence {
			named[label] = true
		}
	}
	var all []event
	for _, x := range res.History.Exchanges {
		all = append(all, exchangeEvent(x, names, shown))
	}
	for _, p := range res.History.Pulls {
		all = append(all, pullEvent(p))
	}
	for _, reading := range res.History.Readings {
		all = append(all, readingEvent(reading))
	}
	for i := range all {
		all[i].named = named[all[i].label]
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	return thin(all)
}

// thin leaves out what lies between the first and the last of equal events.
func thin(all []event) []event {
	var kept []event
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i].outcome != "" && all[i+n].outcome == all[i].outcome {
			n++
		}
		first := all[i]
		if n > 3 {
			first.left = n - 2
			kept = append(kept, first, all[i+n-1])
		} else {
			kept = append(kept, all[i:i+n]...)
		}
		i += n
	}
	return kept
}

// mostLines bounds what is shown of one case; a saved run has all of it.
const mostLines = 60

// evidence writes what was seen in a case, one numbered line an event. What a
// finding names has a mark.
func evidence(r idem.Run, res idem.Result) []string {
	all := eventsOf(r, res)
	width := 0
	for _, e := range all {
		width = max(width, len(e.label))
	}
	width = min(width, 24)
	var lines []string
	number := 0
	for i, e := range all {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("     %17s  %s more in the JSON report", "", counted(len(all)-i, "line")))
			break
		}
		number++
		mark := " "
		if e.named {
			mark = ">"
		}
		lines = append(lines, fmt.Sprintf("%s%3d %17s  %-*s  %s", mark, number, span(e.start, e.done), width, line(e.label, width), e.text))
		if e.left > 0 {
			number += e.left
			lines = append(lines, fmt.Sprintf("     %17s  %s like it", "", counted(e.left, "event")))
		}
	}
	return lines
}

// span writes the time from the start of an event to its end, such as
// "1.1 - 6.9 ms".
func span(start, done time.Duration) string {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	if done <= start {
		return fmt.Sprintf("%.1f ms", ms(start))
	}
	return fmt.Sprintf("%.1f - %.1f ms", ms(start), ms(done))
}

// mostTogether is how many exchanges with one label are compared with each
// other. No check releases as many at once.
const mostTogether = 200

// together says, for each label that several exchanges share, how many of them
// were with the target at the same time as another one. A label whose exchanges
// came one after the other has no line.
func together(h idem.History) []string {
	groups := map[string][]idem.Exchange{}
	var labels []string
	for _, x := range h.Exchanges {
		if groups[x.Label] == nil {
			labels = append(labels, x.Label)
		}
		groups[x.Label] = append(groups[x.Label], x)
	}
	var lines []string
	for _, label := range labels {
		group := groups[label]
		if n := overlapping(group[:min(len(group), mostTogether)]); n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d of %d requests were with the target together with another of them",
				line(label, 40), n, len(group)))
		}
	}
	return lines
}

func overlapping(group []idem.Exchange) int {
	n := 0
	for i, a := range group {
		for j, b := range group {
			if i != j && idem.Outstanding(a, b) {
				n++
				break
			}
		}
	}
	return n
}
