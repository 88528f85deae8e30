package report

import (
	"fmt"

	"github.com/fatih/color"
	"github.com/idemspec/idemspec/checks/idem"
)

// A palette has the colours of one stream. What they say is said in words and
// signs as well.
type palette struct{ bold, good, bad, doubt, faint *color.Color }

// newPalette makes a palette that colours, or does not, whatever other streams
// and the environment of the process are like.
func newPalette(colour bool) palette {
	made := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if colour {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return palette{
		bold: made(color.Bold), good: made(color.FgGreen), bad: made(color.FgRed, color.Bold),
		doubt: made(color.FgYellow), faint: made(color.Faint),
	}
}

// sign writes the sign of a verdict and its word, or another word that says
// more.
func (p palette) sign(v idem.Verdict, word string) string {
	switch v {
	case idem.Passed:
		return p.good.Sprint("✓ " + word)
	case idem.Failed:
		return p.bad.Sprint("✗ " + word)
	case idem.Warned:
		return p.doubt.Sprint("! " + word)
	case idem.Inconclusive:
		return p.doubt.Sprint("? " + word)
	case idem.Errored:
		return p.bad.Sprint("E " + word)
	case idem.NotTested, idem.Skipped:
		return p.faint.Sprint("– " + word)
	case idem.Unjudged:
	}
	return "? " + word
}

// word writes the one word of a run.
func (p palette) word(w idem.Word) string {
	switch w {
	case idem.Conforming:
		return p.good.Sprint(w)
	case idem.Broken:
		return p.bad.Sprint(w)
	case idem.Partial:
	}
	return p.doubt.Sprint(w)
}

// shout is a verdict's word, in capital letters if something is broken.
func shout(v idem.Verdict) string {
	if v == idem.Failed {
		return "FAILED"
	}
	return v.String()
}

// tally writes how many of several results have each verdict.
func (p palette) tally(count func(idem.Verdict) int) string {
	text := ""
	for _, v := range append(idem.Verdicts(), idem.Unjudged) {
		if n := count(v); n > 0 {
			if text != "" {
				text += "  "
			}
			text += p.sign(v, fmt.Sprintf("%d %s", n, shout(v)))
		}
	}
	return text
}
