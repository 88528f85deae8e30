package report

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// Outlook writes what a run would send: the plan of each check that would be
// carried out, why the others would not be, and the totals. A quiet one has the
// totals alone.
func Outlook(w io.Writer, o idem.Outlook, quiet bool) error {
	var b strings.Builder
	file := ""
	if o.Target.File != "" {
		file = " (" + line(o.Target.File, 80) + ")"
	}
	fmt.Fprintf(&b, "%s%s judged by %s: %s\n\n", line(o.Target.URL, 200), file, line(o.Contract.Profile, 60), line(o.Contract.Title, 100))
	if !quiet {
		for _, f := range o.Checks {
			planned(&b, f)
		}
		for _, v := range []idem.Verdict{idem.Skipped, idem.NotTested, idem.Inconclusive, idem.Errored} {
			leftOut(&b, o, v)
		}
	}
	totals(&b, o)
	_, err := io.WriteString(w, b.String())
	return err
}

// planned writes what one check would do, if it would be carried out.
func planned(b *strings.Builder, f idem.Forecast) {
	if f.Times == 0 {
		return
	}
	fmt.Fprintf(b, "%s  %s\n", line(f.ID(), 100), f.Check.Title)
	p := page{markup: Terminal}
	p.steps(f.Plan)
	b.WriteString(strings.TrimRight(p.String(), "\n"))
	often := ""
	if f.Times > 1 {
		often = fmt.Sprintf(", up to %d times", f.Times)
	}
	fmt.Fprintf(b, "\n     at most %s%s\n\n", costs(f.Cost, f.Money), often)
}

// leftOut writes which checks would not be carried out, those with one reason
// together.
func leftOut(b *strings.Builder, o idem.Outlook, v idem.Verdict) {
	var reasons [][2]string
	ids := map[[2]string][]string{}
	for _, f := range o.Checks {
		if f.Times > 0 || f.Verdict != v {
			continue
		}
		reason := [2]string{f.Why, f.Way}
		if ids[reason] == nil {
			reasons = append(reasons, reason)
		}
		ids[reason] = append(ids[reason], line(f.ID(), 100))
	}
	for _, r := range reasons {
		fmt.Fprintf(b, "%s  %s\n", v, line(r[0], 400))
		for _, l := range wrapped(ids[r], 76) {
			fmt.Fprintf(b, "    %s\n", l)
		}
		if r[1] != "" {
			fmt.Fprintf(b, "    way out: %s\n", line(r[1], 400))
		}
		b.WriteString("\n")
	}
}

// totals writes the sums.
func totals(b *strings.Builder, o idem.Outlook) {
	counts := map[idem.Verdict]int{}
	sent := 0
	for _, f := range o.Checks {
		if counts[f.Verdict]++; f.Times > 0 {
			sent++
		}
	}
	fmt.Fprintf(b, "%d of %d checks would be carried out", sent, len(o.Checks))
	for _, v := range idem.Verdicts() {
		if counts[v] > 0 {
			fmt.Fprintf(b, ", %d %s", counts[v], v)
		}
	}
	b.WriteString("\n")
	if n := blind(o); n > 0 {
		fmt.Fprintf(b, "%d of these can show a broken promise, and none kept, since effects are not counted: %s\n", n, idem.LedgerLever.Way())
	}
	once, most := o.Totals()
	fmt.Fprintf(b, "each once, with %s before: at most %s\n", counted(o.Before.Cost.Requests, "plain request"), costs(once.Cost, once.Money))
	if most.Cost != once.Cost {
		fmt.Fprintf(b, "with rounds of races and repeats of what did not meet: at most %s", costs(most.Cost, most.Money))
		if o.MaxRequests > 0 {
			fmt.Fprintf(b, ", within the bound of %s", counted(o.MaxRequests, "request"))
		}
		b.WriteString("\n")
	}
	b.WriteString("an API that keeps its promises creates far less, since repeats create nothing; nothing was sent\n")
}

// blind counts the checks that would be carried out without the ledger that
// they read.
func blind(o idem.Outlook) int {
	n := 0
	for _, f := range o.Checks {
		if f.Times > 0 && slices.Contains(f.Plan.Levers(), idem.LedgerLever) && !slices.Contains(o.Target.Levers, idem.LedgerLever) {
			n++
		}
	}
	return n
}

// costs writes requests, resources and sums of money.
func costs(c idem.Cost, m idem.Money) string {
	text := fmt.Sprintf("%s, %s", counted(c.Requests, "request"), counted(c.Effects, "resource"))
	for _, currency := range m.Currencies() {
		name := line(currency, 20)
		if name == "" {
			name = "of no named currency"
		}
		text += ", " + decimal(m[currency]) + " " + name
	}
	return text
}

// decimal writes a sum without zeros at its end.
func decimal(r *big.Rat) string {
	text := r.FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
