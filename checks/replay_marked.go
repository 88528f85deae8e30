package checks

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// ReplayMarked holds replays, and only replays, to the promised marker.
var ReplayMarked = declare(idem.Check{
	ID:     "replay-marked",
	Title:  "A replay carries the promised marker and a first answer does not",
	Family: "replay",
	Clause: idem.Marked,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `A target that documents a replay marker sets it on each answer that comes from the store
and on no other.`,
	Why: `Without the marker a caller cannot tell a stored failure from a fresh one and retries
for ever; with a marker on first answers, reconciliation books a real charge as a repeat.`,
	Fix:   `Set the header where the stored answer is written out, not where the key is read.`,
	Waive: `When no caller and no log of yours reads the marker.`,
	Sources: []string{
		"https://docs.stripe.com/error-low-level",
		"https://github.com/KeeperHub/keeperhub/pull/1849",
	},
	Applies: func(c idem.Contract) string {
		if c.Marker.Header == "" {
			return "the contract names no marker"
		}
		return ""
	},
	Plan: func(idem.Contract) idem.Plan {
		same := idem.Request{Key: "k1"}
		return idem.Plan{
			idem.Send{Label: "first", Request: same},
			idem.Send{Label: "replay", Request: same},
		}
	},
	Judge: func(p *idem.Pass) {
		first, replay := success(p, "first"), answer(p, "replay")
		m := p.Contract.Marker
		if m.On(*first.Response) {
			p.Report(idem.Finding{
				Message:  "the target marked a first answer as a replay",
				Want:     "no " + m.Header + " that says so",
				Got:      header(first, m.Header),
				Evidence: []string{"first"},
			})
		}
		if !isReplay(p, first, replay) {
			p.Inconclusive("the repeat was not replayed, so there was nothing to mark",
				"see the finding of replay-same-answer first")
		}
		if !m.On(*replay.Response) {
			want := m.Header
			if m.Value != "" {
				want = fmt.Sprintf("%s: %s", m.Header, m.Value)
			}
			p.Report(idem.Finding{
				Message:  "the target replayed an answer without the promised marker",
				Want:     want,
				Got:      header(replay, m.Header),
				Evidence: []string{"first", "replay"},
			})
		}
	},
})

// isReplay reports whether a repeat was answered with the stored answer, with
// whatever status.
func isReplay(p *idem.Pass, first, repeat idem.Exchange) bool {
	if first.Resource != "" {
		return first.Resource == repeat.Resource
	}
	return p.Contract.Clause(idem.Replay).Accepts(*repeat.Response, first.Response)
}

// header writes a response header field, or that it is not there.
func header(x idem.Exchange, name string) string {
	v, found := x.Response.Lookup(name)
	if !found {
		return "no " + name
	}
	return fmt.Sprintf("%s: %s", name, v)
}
