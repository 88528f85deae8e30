package report

import (
	"fmt"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// families lists the families of the results, sorted.
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

// worstFinding is the first finding of the highest level; the zero Finding if
// there is none.
func worstFinding(j idem.Judgement) idem.Finding {
	var worst idem.Finding
	for i, f := range j.Findings() {
		if i == 0 || f.Level > worst.Level {
			worst = f
		}
	}
	return worst
}

// promise writes which promise a finding is about and where it is given.
func promise(r idem.Run, f idem.Finding) string {
	c := r.Contract.Clause(f.Clause)
	text := fmt.Sprintf("%s, %s", f.Clause, f.Level)
	if c.Certainty != "" && c.Certainty != idem.Documented {
		text += ", " + string(c.Certainty)
	}
	return line("("+text+"): "+c.Source, longestMessage)
}

// endings says why a run was not carried out as it should have been; nil if it
// was.
func endings(r idem.Run) []string {
	var all []string
	for _, s := range []struct{ what, why string }{
		{"internal error, please report it: ", r.Internal},
		{"the target could not be tested: ", r.Unusable},
		{"the run ended early: ", r.Ended},
	} {
		if s.why != "" {
			all = append(all, s.what+line(s.why, 400))
		}
	}
	return all
}

// opens lists the core clauses that were not decided, each with the reason and
// the way out. A target that could not be tested has decided nothing, and the
// reason is known.
func opens(r idem.Run) []string {
	if r.Unusable != "" {
		return nil
	}
	var all []string
	for _, s := range r.Undecided() {
		all = append(all, fmt.Sprintf("%s: %s", s, whyOpen(r, s)))
	}
	return all
}

// whyOpen says why a core clause was not decided, and what to do about it.
func whyOpen(r idem.Run, s idem.Situation) string {
	text := "no check of it was selected; way out: run without --check and --skip"
	for _, res := range r.Results {
		j := res.Judgement
		if res.Clause != s || j.Verdict().Decided() {
			continue
		}
		text = fmt.Sprintf("%s is %s: %s", line(res.ID(), 80), j.Verdict(), line(j.Why(), 300))
		if j.Way() != "" {
			text += "; way out: " + line(j.Way(), 400)
		}
		if j.Verdict() != idem.Skipped { // what was tried in vain says more than what was left out
			break
		}
	}
	return text
}
