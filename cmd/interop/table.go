package main

import (
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A subject is one server with what the harness found on it.
type subject struct {
	server
	pinned string // version of the middleware
	run    idem.Run
}

// tables writes the findings on all servers as Markdown. It holds nothing that
// differs between two runs.
func tables(all []subject) (string, error) {
	var b strings.Builder
	b.WriteString("| server | middleware | version | language | kept | deviates | not decided |\n|---|---|---|---|---|---|---|\n")
	for _, s := range all {
		kept, broken, open := sorted(s.run)
		fmt.Fprintf(&b, "| [%s](#%s) | `%s` | %s | %s | %d | %d | %d |\n",
			s.name, s.name, s.middleware, s.pinned, s.language, len(kept), len(broken), len(open))
	}
	for _, s := range all {
		text, err := s.section()
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + text)
	}
	return b.String(), nil
}

// section writes what was found on one server.
func (s subject) section() (string, error) {
	kept, broken, open := sorted(s.run)
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n`%s` %s. Mounted: %s.\n\n", s.name, s.middleware, s.pinned, s.mounted)
	if len(broken) > 0 {
		b.WriteString("| check | what it did | wanted | got | what its documents say |\n|---|---|---|---|---|\n")
	}
	for _, r := range broken {
		clean := tidy(r.History)
		for _, f := range r.Judgement.Findings() {
			w, known := s.about(f.Clause)
			if !known {
				return "", fmt.Errorf("%s: %s found a deviation from the clause %s (%s; want %s, got %s), and nothing is known of what its documents say: look it up and add it to the server's list",
					s.name, r.Check, f.Clause, f.Message, f.Want, f.Got)
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | **%s**: %s ([source](%s)) |\n",
				r.Check, cell(f.Message), cell(clean(f.Want)), cell(clean(f.Got)), w.stand, cell(w.text), w.source)
		}
	}
	if len(broken) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "Keeps %s.\n", list(kept))
	if len(open) > 0 {
		b.WriteString("\nNot decided:\n\n")
	}
	for _, r := range open {
		fmt.Fprintf(&b, "- `%s` (%s): %s\n", r.Check, r.Judgement.Verdict(), tidy(r.History)(r.Judgement.Why()))
	}
	return b.String(), nil
}

// sorted parts the results by what they say. What the contract is silent on is
// in none of the parts.
func sorted(run idem.Run) (kept, broken, open []idem.Result) {
	for _, r := range run.Results {
		switch r.Judgement.Verdict() {
		case idem.Passed:
			kept = append(kept, r)
		case idem.Failed, idem.Warned:
			broken = append(broken, r)
		case idem.NotTested, idem.Inconclusive, idem.Errored, idem.Unjudged:
			open = append(open, r)
		case idem.Skipped:
		}
	}
	return kept, broken, open
}

func list(results []idem.Result) string {
	if len(results) == 0 {
		return "nothing"
	}
	var ids []string
	for _, r := range results {
		ids = append(ids, "`"+r.Check+"`")
	}
	return strings.Join(ids, ", ")
}

// cell makes a text fit into one cell of a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(s)
}
