package checks

import (
	"maps"
	"slices"

	"github.com/idemspec/idemspec/checks/idem"
)

// fired reports what left the target again between two readings. A kind that was
// not there at all before may be late, and proves nothing.
func fired(p *idem.Pass, what, earlier, later string) {
	before, after := byKind(p.Reading(earlier).Effects), byKind(p.Reading(later).Effects)
	for _, kind := range slices.Sorted(maps.Keys(after)) {
		switch {
		case after[kind] <= before[kind]:
		case before[kind] > 0:
			p.Report(idem.Finding{
				Message:  "the target sent " + named(kind) + " again for " + what,
				Want:     count(before[kind]),
				Got:      count(after[kind]),
				Evidence: []string{earlier, later},
			})
			return
		default:
			p.Inconclusive(named(kind)+" was seen only after the repeat: it may be late, or may have been sent for "+what,
				"give the book of outside effects a longer patience and settle time")
		}
	}
}

// twice reports a message that the book lists two times under one id.
func twice(p *idem.Pass, label string) {
	seen := map[idem.Effect]bool{}
	for _, e := range p.Reading(label).Effects {
		if e.ID != "" && seen[e] {
			p.Report(idem.Finding{
				Message:  "the target sent " + named(e.Kind) + " with the id " + e.ID + " more than once",
				Want:     "each message once",
				Got:      count(len(p.Reading(label).Effects)) + ", of which two are the same",
				Evidence: []string{label},
			})
			return
		}
		seen[e] = true
	}
}

// some ends the judgement if nothing left the target, which the book would have
// shown.
func some(p *idem.Pass, label string) {
	switch r := p.Reading(label); {
	case len(r.Effects) > 0:
	case r.Proven:
		p.Report(idem.Finding{
			Message:  "the target never sent out what belongs to its effect",
			Want:     "at least 1 effect",
			Got:      count(0),
			Evidence: []string{label},
		})
	default:
		p.Inconclusive("nothing was seen to leave the target: either nothing did, or the book lags or looks elsewhere",
			"check the probe of outside effects in the target file, or give it a longer patience")
	}
}

// surplus holds what left the target for two requests, one of which was special,
// to no more than twice what the other one alone has sent.
func surplus(p *idem.Pass, usual, sent, special string) {
	one, both := byKind(p.Reading(usual).Effects), byKind(p.Reading(sent).Effects)
	for _, kind := range slices.Sorted(maps.Keys(both)) {
		if one[kind] == 0 {
			p.Inconclusive(named(kind)+" was not seen for the usual request in time, so nothing can be compared",
				"give the book of outside effects a longer patience and settle time")
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(one)) {
		if both[kind] > 2*one[kind] {
			p.Report(ofBoth("the target sent "+named(kind)+" more than once for "+special, one[kind], both[kind], usual, sent))
			return
		}
	}
}

// recovered holds what left the target for two requests, one of which was
// special, to twice what the other one alone has sent.
func recovered(p *idem.Pass, usual, sent, special string) {
	if surplus(p, usual, sent, special); p.Found() {
		return
	}
	one, both := byKind(p.Reading(usual).Effects), byKind(p.Reading(sent).Effects)
	for _, kind := range slices.Sorted(maps.Keys(one)) {
		switch {
		case both[kind] == 2*one[kind]:
			continue
		case !p.Reading(sent).Proven:
			p.Inconclusive(named(kind)+" of "+special+" was not seen: either it was lost, or the book lags",
				"give the book of outside effects a longer patience")
		}
		p.Report(ofBoth("the target lost "+named(kind)+" of "+special, one[kind], both[kind], usual, sent))
		return
	}
}

// ofBoth is what two readings show of one kind, the second one after two requests.
func ofBoth(message string, one, both int, usual, sent string) idem.Finding {
	return idem.Finding{
		Message:  message,
		Want:     count(2*one) + " for both requests",
		Got:      count(both),
		Evidence: []string{usual, sent},
	}
}

func byKind(all []idem.Effect) map[string]int {
	n := map[string]int{}
	for _, e := range all {
		n[e.Kind]++
	}
	return n
}

// named names a kind of outside effect with its article.
func named(kind string) string {
	if kind == "" {
		return "something"
	}
	return "the " + kind
}
