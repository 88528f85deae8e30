package selftest

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the matrix for people and as a golden file: one line a bug
// with whom it was caught by, and what asks for attention first.
func WriteText(w io.Writer, m Matrix) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d checks, %d bugs, %d profiles, %d seeds of right servers\n\n", len(m.Checks), len(m.Bugs), len(m.Profiles), len(m.Seeds))
	section(&b, "right servers that were accused", len(m.Accused()))
	for _, c := range m.Accused() {
		fmt.Fprintf(&b, "  %s under %s, seed %d: %s\n", c.Check, c.Profile, c.Seed, c.Why)
	}
	section(&b, "verdicts on right servers that were not reached", len(m.Right)-len(m.Accused()))
	for _, c := range m.Right {
		if v := c.Verdict.String(); v != "failed" && v != "warned" {
			fmt.Fprintf(&b, "  %s under %s, seed %d: %s, %s\n", c.Check, c.Profile, c.Seed, v, c.Why)
		}
	}
	section(&b, "bugs that were missed", len(m.Missed()))
	for _, r := range m.Bugs {
		if len(r.Caught) == 0 {
			fmt.Fprintf(&b, "  %s, which breaks %s, by every check\n", r.Bug, r.Breaks)
		} else if !r.expectedCaught() {
			fmt.Fprintf(&b, "  %s, which breaks %s, by %s\n", r.Bug, r.Breaks, strings.Join(r.asleep(), ", "))
		}
	}
	section(&b, "checks that caught nothing", len(m.Idle()))
	for _, id := range m.Idle() {
		fmt.Fprintf(&b, "  %s\n", id)
	}
	b.WriteString("\nwho caught what, in how many of the profiles that promise what the bug breaks:\n")
	for _, r := range m.Bugs {
		var who []string
		for _, c := range r.Caught {
			who = append(who, fmt.Sprintf("%s %d/%d", c.Check, len(c.Profiles), len(r.Profiles)))
		}
		if len(who) == 0 {
			who = []string{"nobody"}
		}
		fmt.Fprintf(&b, "  %s: %s\n", r.Bug, strings.Join(who, ", "))
		if len(r.Missed) > 0 && len(r.Caught) > 0 {
			fmt.Fprintf(&b, "    not under %s\n", strings.Join(r.Missed, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func section(b *strings.Builder, title string, n int) {
	if n == 0 {
		fmt.Fprintf(b, "%s: none\n", title)
		return
	}
	fmt.Fprintf(b, "%s: %d\n", title, n)
}

// asleep lists the checks that should have caught the bug and did not.
func (r Row) asleep() []string {
	var all []string
	for _, id := range r.Expected {
		found := false
		for _, c := range r.Caught {
			found = found || c.Check == id
		}
		if !found {
			all = append(all, id)
		}
	}
	return all
}

// WriteMarkdown writes the table of bugs and their catchers for a page.
func WriteMarkdown(w io.Writer, m Matrix) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d checks, %d bugs, %d profiles. Right servers accused: %d. Bugs missed: %d.\n\n",
		len(m.Checks), len(m.Bugs), len(m.Profiles), len(m.Accused()), len(m.Missed()))
	b.WriteString("| bug | breaks | caught by |\n|---|---|---|\n")
	for _, r := range m.Bugs {
		var who []string
		for _, c := range r.Caught {
			who = append(who, fmt.Sprintf("`%s` %d/%d", c.Check, len(c.Profiles), len(r.Profiles)))
		}
		if len(who) == 0 {
			who = []string{"**missed**"}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Bug, r.Breaks, strings.Join(who, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
