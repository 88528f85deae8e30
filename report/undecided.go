package report

import "github.com/idemspec/idemspec/checks/idem"

// A group is what several results have in common that decided nothing: the
// verdict, the reason and the way out.
type group struct {
	verdict  idem.Verdict
	why, way string
	ids      []string
}

// undecided writes what was not decided, equal reasons together and the gravest
// last: reason, way out, and which checks it holds back. Checks of which the
// contract says nothing are counted alone, unless the look is verbose. A quiet
// look leaves all but errors to the summary.
func (c console) undecided(r idem.Run) {
	for _, v := range []idem.Verdict{idem.Skipped, idem.NotTested, idem.Unjudged, idem.Inconclusive, idem.Errored} {
		if c.look.Quiet && v != idem.Errored {
			continue
		}
		for _, g := range groups(r, v) {
			c.print("%s  %s", c.sign(v, v.String()), line(g.why, 400))
			if v == idem.Skipped && !c.look.Verbose {
				c.print("    %s", counted(len(g.ids), "check"))
			} else {
				c.indented("    ", wrapped(g.ids, 76))
			}
			if g.way != "" {
				c.print("    way out: %s", line(g.way, 400))
			}
			c.print("")
		}
	}
}

func groups(r idem.Run, v idem.Verdict) []*group {
	var all []*group
	known := map[[2]string]*group{}
	for _, res := range r.Results {
		j := res.Judgement
		if j.Verdict() != v {
			continue
		}
		same := [2]string{j.Why(), j.Way()}
		g := known[same]
		if g == nil {
			g = &group{verdict: v, why: j.Why(), way: j.Way()}
			known[same] = g
			all = append(all, g)
		}
		g.ids = append(g.ids, line(res.ID(), 80))
	}
	return all
}
