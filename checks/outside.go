package checks

import "github.com/idemspec/idemspec/checks/idem"

// fired reports that more had left the target at a later reading than at an
// earlier one.
func fired(p *idem.Pass, what, earlier, later string) {
	before, after := p.Reading(earlier).Effects, p.Reading(later).Effects
	if len(after) > len(before) {
		p.Report(idem.Finding{
			Message:  "the target sent something out again for " + what,
			Want:     count(len(before)),
			Got:      count(len(after)) + ": " + kinds(after),
			Evidence: []string{earlier, later},
		})
	}
}

// eachOnce reports kinds of outside effects that left more than once, or none
// at all although the book was seen to work.
func eachOnce(p *idem.Pass, label string) {
	r := p.Reading(label)
	seen := map[string]int{}
	for _, e := range r.Effects {
		seen[e.Kind]++
	}
	for kind, n := range seen {
		if n > 1 {
			p.Report(idem.Finding{
				Message:  "the target sent a " + kind + " more than once for one key",
				Want:     count(1),
				Got:      count(n),
				Evidence: []string{label},
			})
			return
		}
	}
	switch {
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

// kinds lists the kinds of effects for people.
func kinds(all []idem.Effect) string {
	text := ""
	for i, e := range all {
		if i > 0 {
			text += ", "
		}
		text += e.Kind
	}
	return text
}
