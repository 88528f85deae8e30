package report

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// ledgers writes what a case did to each of the target's books: the effects
// before and after it, and those that it made. A book that was read once, or
// could not be read, has no line.
func ledgers(h idem.History) []string {
	var lines []string
	for _, b := range []idem.Book{idem.Main, idem.Outside} {
		if first, last, ok := ends(h, b); ok {
			lines = append(lines, fmt.Sprintf("%s  %s: %s  →  %s: %s", bookName(b), line(first.Label, 40), reading(first),
				line(last.Label, 40), counted(len(last.Effects), "effect"))+difference(first, last))
		}
	}
	return lines
}

// ends returns the first and the last reading of a book that tell anything.
func ends(h idem.History, b idem.Book) (first, last idem.Reading, ok bool) {
	n := 0
	for _, r := range h.Readings {
		if r.Of != b || r.Absent || r.Err != "" {
			continue
		}
		if n++; n == 1 {
			first = r
		}
		last = r
	}
	return first, last, n > 1
}

// difference writes the effects that came and went between two readings.
func difference(first, last idem.Reading) string {
	var parts []string
	left := map[idem.Effect]int{}
	for _, e := range first.Effects {
		left[e]++
	}
	for _, e := range last.Effects {
		if left[e] > 0 {
			left[e]--
			continue
		}
		parts = append(parts, "+ "+effect(e))
	}
	for _, e := range first.Effects {
		if left[e] > 0 {
			left[e]--
			parts = append(parts, "- "+effect(e))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return line(" ("+strings.Join(parts, ", ")+")", 4*excerptLength)
}
