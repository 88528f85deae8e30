package report

import (
	"io"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// ProfilePage writes what a contract promises, for a terminal: how keys look and
// how far they reach, each clause with its level, its answer and its source, and
// on what the documents are silent.
func ProfilePage(w io.Writer, c idem.Contract) error {
	p := page{markup: Terminal}
	p.top(c.Profile)
	p.printf("%s\n%s\n\n", c.Title, c.Source)
	for _, fact := range facts(c) {
		p.printf("%s.\n", fact)
	}
	p.printf("\n")
	var silent []idem.Situation
	for _, s := range idem.Situations {
		if c.Clause(s.ID).Level == idem.Silent {
			silent = append(silent, s.ID)
			continue
		}
		p.clause(c, s.ID, s.Question)
	}
	if len(silent) > 0 {
		p.printf("The documents do not say:\n")
		for _, l := range wrapped(silent, 76) {
			p.printf("  %s\n", l)
		}
	}
	for _, n := range c.Notes {
		p.printf("Note: %s\n", n)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// facts says in sentences without a full stop what the members of a contract
// promise. What the documents do not say has no sentence.
func facts(c idem.Contract) []string {
	carrier := "The key travels in the " + string(c.Carrier.In) + " " + c.Carrier.Name
	if c.Carrier.Quoted {
		carrier += ", in double quotes (RFC 8941)"
	}
	all := []string{carrier}
	if len(c.Required.Methods) > 0 {
		all = append(all, "It is demanded on "+strings.Join(c.Required.Methods, ", "))
	}
	if len(c.Scope) > 0 {
		all = append(all, "It is unique within "+listed(c.Scope))
	}
	switch r := c.Retention; {
	case r.Permanent:
		all = append(all, "It is never forgotten")
	case r.Length > 0 && r.Floor:
		all = append(all, "It is remembered for at least "+r.Length.String())
	case r.Length > 0:
		all = append(all, "It is remembered for "+r.Length.String())
	}
	if !c.Marker.None() {
		all = append(all, "A replay carries "+c.Marker.String())
	}
	if len(c.Core) > 0 {
		all = append(all, "No run is conforming that leaves one of these undecided: "+listed(c.Core))
	}
	return all
}

func (p *page) clause(c idem.Contract, s idem.Situation, question string) {
	p.printf("%s: %s?\n", s, question)
	cl := c.Clause(s)
	p.printf("  %s\n", strings.TrimSpace(cl.Level.String()+" "+string(cl.Does)))
	if meaning, _ := s.Meaning(cl.Does); meaning != "" {
		p.printf("  the request %s\n", meaning)
	}
	if cl.Does != "" || len(cl.Answer.Status) > 0 {
		p.printf("  answered with %s\n", cl.Wants())
	}
	p.printf("  source: %s\n", cl.Source)
	if cl.Certainty != "" {
		p.printf("  certainty: %s\n", cl.Certainty)
	}
	if cl.Note != "" {
		p.printf("  note: %s\n", cl.Note)
	}
	p.printf("\n")
}
