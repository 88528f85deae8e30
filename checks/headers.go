package checks

import "github.com/idemspec/idemspec/checks/idem"

// keepsHeader holds the replay of a plan that sends "first" and "replay" to a
// header field of the first answer. Without that field in the first answer there
// is nothing to keep.
func keepsHeader(p *idem.Pass, name string) {
	first, replay := success(p, "first"), answer(p, "replay")
	want, found := first.Response.Lookup(name)
	if !found {
		p.Skip("the first answer has no " + name)
	}
	if !isReplay(p, first, replay) {
		p.Inconclusive("the repeat was not replayed, so it had nothing to keep", "see the finding of replay-same-answer first")
	}
	if got, _ := replay.Response.Lookup(name); got != want {
		p.Report(idem.Finding{
			Message:  "the target replayed an answer without the " + name + " of the first",
			Want:     name + ": " + want,
			Got:      header(replay, name),
			Evidence: []string{"first", "replay"},
		})
	}
}
