package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A subject is one server with what the harness found on it.
type subject struct {
	server
	judged
	pinned string // version of the middleware
}

// tables writes the findings on all servers as Markdown. It holds nothing that
// differs between two runs.
func tables(all []subject) (string, error) {
	var b strings.Builder
	b.WriteString("| server | middleware | version | language | keeps | deviates in | not decided |\n|---|---|---|---|---|---|---|\n")
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
	deviations, err := s.deviations(broken)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n`%s` %s. Mounted: %s.\n\n%sKeeps %s.\n", s.name, s.middleware, s.pinned, s.mounted, deviations, list(kept))
	if len(open) > 0 {
		b.WriteString("\nNot decided:\n\n")
	}
	for _, r := range open {
		fmt.Fprintf(&b, "- `%s` (%s): %s\n", r.Check, r.Judgement.Verdict(), s.tidy(r.History)(r.Judgement.Why()))
	}
	return b.String(), nil
}

// deviations writes a table for each thing that the documents say, with the
// findings that it is about. A finding of which nothing is known is an error:
// nobody is accused before it was looked up what was promised.
func (s subject) deviations(broken []idem.Result) (string, error) {
	rows := map[said]string{}
	var unknown []error
	for _, r := range broken {
		clean := s.tidy(r.History)
		for _, f := range r.Judgement.Findings() {
			w, known := s.about(r.Check, f.Clause)
			if !known {
				unknown = append(unknown, fmt.Errorf("%s: %s found a deviation from the clause %s: %s (want %s, got %s), and nothing is known of what the documents say: look it up and add it to the server",
					s.name, r.Check, f.Clause, f.Message, f.Want, f.Got))
				continue
			}
			rows[w] += fmt.Sprintf("| `%s` | %s | %s | %s |\n", r.Check, cell(f.Message), cell(clean(f.Want)), cell(clean(f.Got)))
		}
	}
	if len(unknown) > 0 {
		return "", errors.Join(unknown...)
	}
	var b strings.Builder
	for _, w := range s.said {
		if rows[w] != "" {
			fmt.Fprintf(&b, "**%s**: %s ([source](%s)).\n\n| check | what it did | wanted | got |\n|---|---|---|---|\n%s\n",
				w.stand, w.text, w.source, rows[w])
		}
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
