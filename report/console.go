package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"
	"github.com/idemspec/idemspec/checks/idem"
)

// A Look is how the console output appears.
type Look struct {
	Colour  bool // colours, besides the words that say the same
	ASCII   bool // no character beyond ASCII of our own
	Quiet   bool // failures and the summary alone
	Verbose bool // the evidence of passed checks as well
}

// Console writes a run for a person at a terminal: what passed in short, what
// did not last and at length, each with the way out.
func Console(w io.Writer, r idem.Run, l Look) error {
	c := console{w: bufio.NewWriter(w), look: l}
	c.head(r)
	if !l.Quiet {
		for _, family := range families(r) {
			c.family(r, family)
		}
	}
	for _, res := range r.Results {
		if len(res.Judgement.Findings()) > 0 {
			c.finding(r, res)
		}
	}
	c.summary(r)
	return c.w.Flush()
}

type console struct {
	w    *bufio.Writer
	look Look
}

// print writes a line of our own words and of foreign text that was made
// visible before.
func (c *console) print(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if c.look.ASCII {
		s = strings.NewReplacer("✓", "+", "✗", "x", "→", "->", "…", "...", "•", "*", "–", "-", "—", "-", "·", "-").Replace(s)
	}
	fmt.Fprintln(c.w, s)
}

// paint colours a word if colours are wanted, whatever other streams do.
func (c *console) paint(s string, attributes ...color.Attribute) string {
	p := color.New(attributes...)
	p.DisableColor()
	if c.look.Colour {
		p.EnableColor()
	}
	return p.Sprint(s)
}

func (c *console) head(r idem.Run) {
	name := r.Target.URL
	if r.Target.File != "" {
		name += " (" + r.Target.File + ")"
	}
	c.print("%s judged by %s: %s", line(name, 200), r.Contract.Profile, r.Contract.Title)
	c.print("")
}

// families lists the families of the results in the order of the catalogue's
// families, and others behind them.
func families(r idem.Run) []string {
	var all []string
	for _, res := range r.Results {
		if !slices.Contains(all, res.Family) {
			all = append(all, res.Family)
		}
	}
	slices.Sort(all)
	return all
}

func (c *console) family(r idem.Run, family string) {
	c.print("%s", c.paint(family, color.Bold))
	several := severalOperations(r)
	for _, res := range r.Results {
		if res.Family != family {
			continue
		}
		name := res.Check
		if several {
			name = res.ID()
		}
		c.print("  %s  %-28s %s", c.verdict(res.Judgement.Verdict()), name, c.note(res))
		if c.look.Verbose {
			for _, l := range evidence(res) {
				c.print("      %s", l)
			}
		}
	}
	c.print("")
}

func severalOperations(r idem.Run) bool {
	for _, res := range r.Results {
		if res.Operation != r.Results[0].Operation {
			return true
		}
	}
	return false
}

// note is what stands behind a check: its claim, or why it was not decided.
func (c *console) note(res idem.Result) string {
	if why := res.Judgement.Why(); why != "" {
		text := line(why, 300)
		if way := res.Judgement.Way(); way != "" {
			text += "\n" + strings.Repeat(" ", 21) + "way out: " + line(way, 400)
		}
		return text
	}
	return res.Title
}

// verdict is the sign and the word of a verdict, in a column.
func (c *console) verdict(v idem.Verdict) string {
	switch v {
	case idem.Passed:
		return c.paint("✓ passed      ", color.FgGreen)
	case idem.Failed:
		return c.paint("✗ FAILED      ", color.FgRed, color.Bold)
	case idem.Warned:
		return c.paint("! warned      ", color.FgYellow, color.Bold)
	case idem.Inconclusive:
		return c.paint("? inconclusive", color.FgYellow)
	case idem.Errored:
		return c.paint("E error       ", color.FgRed)
	case idem.NotTested:
		return c.paint("– not tested  ", color.Faint)
	case idem.Skipped:
		return c.paint("– skipped     ", color.Faint)
	case idem.Unjudged:
	}
	return "? unjudged    "
}

func (c *console) finding(r idem.Run, res idem.Result) {
	c.print("%s %s", c.verdict(res.Judgement.Verdict()), c.paint(res.ID(), color.Bold))
	for _, f := range res.Judgement.Findings() {
		cl := r.Contract.Clause(f.Clause)
		c.print("  %s", line(f.Message, 300))
		c.print("    want  %s", line(f.Want, 300))
		c.print("    got   %s", line(f.Got, 300))
		c.print("    promised (%s, %s): %s", f.Clause, f.Level, line(cl.Source, 300))
	}
	c.print("  what was seen:")
	for _, l := range evidence(res) {
		c.print("    %s", l)
	}
	c.print("  by hand:")
	for _, l := range Curl(res.History) {
		c.print("    %s", visible(l, "\n\t"))
	}
	c.print("  how to mend it: idemspec explain %s", res.Check)
	c.print("")
}

func (c *console) summary(r idem.Run) {
	word := string(r.Word())
	switch r.Word() {
	case idem.Conforming:
		word = c.paint(word, color.FgGreen, color.Bold)
	case idem.Broken:
		word = c.paint(word, color.FgRed, color.Bold)
	case idem.Partial:
		word = c.paint(word, color.FgYellow, color.Bold)
	}
	c.print("%s: %s in %s, seed %d", word, counts(r), idem.Duration(time.Duration(r.Took).Round(time.Millisecond)), r.Seed)
	if r.Unusable != "" {
		c.print("the target could not be tested: %s", line(r.Unusable, 400))
	}
	if open := r.Undecided(); len(open) > 0 && r.Unusable == "" {
		c.print("not decided, and without it no run is conforming: %s", joined(open))
	}
	if r.Ended != "" {
		c.print("the run ended early: %s", line(r.Ended, 200))
	}
	if r.Internal != "" {
		c.print("internal error, please report it: %s", line(r.Internal, 400))
	}
}

// counts writes how many results have each verdict, in words.
func counts(r idem.Run) string {
	var words []string
	for _, v := range idem.Verdicts() {
		if n := r.Count(v); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(words) == 0 {
		return "nothing ran"
	}
	return strings.Join(words, ", ")
}

func joined(all []idem.Situation) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}
