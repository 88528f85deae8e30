package selftest

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteGolden writes what of a matrix is the same in each run: who must catch
// each bug, and under how many profiles it was tried; and what asks for
// attention. Who else caught a bug depends on how races come out, and is left
// out.
func WriteGolden(w io.Writer, m Matrix) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Matrix\n\nEach of %d checks on the reference server with each of %d bugs, under each of %d profiles that promises\nwhat the bug breaks. `idemspec selftest` makes it anew, and fails where a bug is missed or a right server is accused.\n\n",
		len(m.Checks), len(m.Bugs), len(m.Profiles))
	fmt.Fprintf(&b, "- right servers that were accused: %s\n", list(m.accusedBy()))
	fmt.Fprintf(&b, "- bugs that were missed: %s\n", list(m.Missed()))
	fmt.Fprintf(&b, "- checks that caught nothing: %s\n\n", list(m.Idle()))
	b.WriteString("| bug | breaks | tried under | must be caught by | slept |\n|---|---|---|---|---|\n")
	for _, r := range m.Bugs {
		fmt.Fprintf(&b, "| `%s` | %s | %d | %s | %s |\n", r.Bug, r.Breaks, len(r.Profiles), strings.Join(r.Expected, ", "), strings.Join(r.asleep(), ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (m Matrix) accusedBy() []string {
	var all []string
	for _, c := range m.Accused() {
		all = append(all, c.Check+" under "+c.Profile)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func list(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
