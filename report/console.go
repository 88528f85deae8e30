package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Look is how the console output appears.
type Look struct {
	Colour  bool // colours, besides the signs and words that say the same
	ASCII   bool // no character beyond ASCII
	Quiet   bool // what is broken, and the summary, alone
	Verbose bool // each check by its name, and the evidence of those that passed as well
}

// Console writes a run for a person at a terminal: what passed in short, what
// was not decided with its reason and the way out, and last and at length what
// is broken. Nothing of what a target sent reaches the terminal unescaped.
func Console(w io.Writer, r idem.Run, l Look) error {
	c := console{w: bufio.NewWriter(w), look: l, palette: newPalette(l.Colour)}
	c.head(r)
	if r.Unusable != "" && !l.Verbose {
		// One cause holds back everything, and the summary names it.
		c.summary(r)
		return c.w.Flush()
	}
	if !l.Quiet {
		for _, family := range families(r) {
			c.family(r, family)
		}
		c.print("")
	}
	c.undecided(r)
	for _, v := range []idem.Verdict{idem.Warned, idem.Failed} {
		for _, alike := range brokenBy(r, v) {
			if c.look.Verbose {
				for _, res := range alike {
					c.broken(r, res)
				}
				continue
			}
			c.broken(r, alike[0])
			c.likewise(alike[1:])
		}
	}
	c.summary(r)
	return c.w.Flush()
}

type console struct {
	w    *bufio.Writer
	look Look
	palette
}

// print writes a line of our own words, and of foreign text that was made
// visible before.
func (c console) print(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if c.look.ASCII {
		s = ascii(s)
	}
	c.w.WriteString(s + "\n") // Flush returns the error
}

func (c console) head(r idem.Run) {
	name := line(r.Target.URL, 200)
	if r.Target.File != "" {
		name += " (" + line(r.Target.File, 200) + ")"
	}
	c.print("%s judged by %s: %s", name, line(r.Contract.Profile, 80), line(r.Contract.Title, 120))
	c.print("")
}

// family writes how the checks of a family went, in one line, or one line for
// each.
func (c console) family(r idem.Run, family string) {
	count := func(v idem.Verdict) int {
		n := 0
		for _, res := range r.Results {
			if res.Family == family && res.Judgement.Verdict() == v {
				n++
			}
		}
		return n
	}
	c.print("%s  %s", c.bold.Sprintf("%-14s", line(family, 40)), c.tally(count))
	for _, res := range r.Results {
		if res.Family != family {
			continue
		}
		if res.Race != nil {
			c.print("  %s: %s", line(res.ID(), 80), line(res.Race.String(), 300))
		}
		if !c.look.Verbose {
			continue
		}
		v := res.Judgement.Verdict()
		c.print("  %s  %s  %s", c.sign(v, fmt.Sprintf("%-12s", shout(v))), line(res.ID(), 80), line(res.Title, 200))
		if v == idem.Passed {
			c.indented("      ", evidence(r, res))
		}
	}
}

func (c console) indented(indent string, lines []string) {
	for _, l := range lines {
		c.print("%s%s", indent, l)
	}
}

// brokenBy groups the results with a verdict by family and by the promise that
// was broken first, in the order of the run: what breaks one promise in several
// ways of one nature is often one fault.
func brokenBy(r idem.Run, v idem.Verdict) [][]idem.Result {
	var groups [][]idem.Result
	at := map[string]int{}
	for _, res := range r.Results {
		if res.Judgement.Verdict() != v {
			continue
		}
		nature := strings.Join([]string{string(res.Judgement.Findings()[0].Clause), res.Family, res.Operation}, "/")
		i, known := at[nature]
		if !known {
			i = len(groups)
			at[nature] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], res)
	}
	return groups
}

// likewise names the further checks that found the same promise broken. Their
// evidence is in the other reports, and here if the look is verbose.
func (c console) likewise(rest []idem.Result) {
	if len(rest) == 0 {
		return
	}
	c.print("  the same promise was found broken in other ways (-v shows each at length):")
	for _, res := range rest {
		v := res.Judgement.Verdict()
		c.print("  %s %s  %s", c.sign(v, shout(v)), line(res.ID(), 200), line(res.Judgement.Findings()[0].Message, 300))
	}
	c.print("")
}

// broken writes what a check found: one sentence, want and got, the evidence,
// and what to do.
func (c console) broken(r idem.Run, res idem.Result) {
	v := res.Judgement.Verdict()
	c.print("%s %s", c.sign(v, fmt.Sprintf("%-12s", shout(v))), c.bold.Sprint(line(res.ID(), 200)))
	for _, f := range res.Judgement.Findings() {
		c.print("  %s", line(f.Message, 300))
		c.print("    want  %s", line(f.Want, 300))
		c.print("    got   %s", line(f.Got, 300))
		c.print("    promised %s", promise(r, f))
	}
	c.print("  what was seen:")
	c.indented("    ", evidence(r, res))
	c.indented("    ", together(res.History))
	c.indented("    ", ledgers(res.History))
	head, lines := byHand(res.History, c.look.ASCII)
	c.print("  %s", head)
	for _, l := range lines {
		c.print("    %s", visible(l, "\n"))
	}
	c.print("  how to mend it: idemspec explain %s", line(res.Check, 80))
	c.print("")
}

// summary writes the run in one word and in numbers, and what is missing to a
// better word.
func (c console) summary(r idem.Run) {
	counts := "nothing ran"
	if len(r.Results) > 0 {
		counts = ""
		for _, v := range append(idem.Verdicts(), idem.Unjudged) {
			if n := r.Count(v); n > 0 {
				counts += fmt.Sprintf(", %d %s", n, v)
			}
		}
		counts = strings.TrimPrefix(counts, ", ")
	}
	took := idem.Duration(time.Duration(r.Took).Round(time.Millisecond))
	c.print("%s: %s in %s, seed %d", c.word(r.Word()), counts, took, r.Seed)
	if open := r.Undecided(); len(open) > 0 && r.Unusable == "" {
		c.print("not decided, and without it no run is conforming: %s", listed(open))
		c.indented("  ", opens(r))
	}
	c.indented("", endings(r))
}
