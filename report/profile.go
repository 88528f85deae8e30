package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// ProfilePage writes what a contract promises, for a terminal: each clause with
// its level, its answer and its source.
func ProfilePage(w io.Writer, c idem.Contract) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n%s\n\n", c.Profile, c.Title, c.Source)
	fmt.Fprintf(&b, "The key travels in the %s %s", c.Carrier.In, c.Carrier.Name)
	if c.Carrier.Quoted {
		b.WriteString(", in double quotes (RFC 8941)")
	}
	b.WriteString(".\n\n")
	for _, s := range idem.Situations {
		cl := c.Clause(s.ID)
		fmt.Fprintf(&b, "%s: %s?\n", s.ID, s.Question)
		if cl.Level == idem.Silent {
			b.WriteString("  the documents do not say\n\n")
			continue
		}
		fmt.Fprintf(&b, "  %s %s, answered with %s\n", cl.Level, cl.Does, cl.Wants())
		fmt.Fprintf(&b, "  source: %s\n", cl.Source)
		if cl.Certainty != "" {
			fmt.Fprintf(&b, "  certainty: %s\n", cl.Certainty)
		}
		if cl.Note != "" {
			fmt.Fprintf(&b, "  note: %s\n", cl.Note)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
