package checks

import (
	"mime"

	"github.com/idemspec/idemspec/checks/idem"
)

func equal(was, is string) bool { return was == is }

// sameMedia reports whether two values of Content-Type name one media type. A
// charset may come and go on the way, and means nothing for JSON (RFC 8259,
// section 11).
func sameMedia(was, is string) bool {
	a, _, errA := mime.ParseMediaType(was)
	b, _, errB := mime.ParseMediaType(is)
	return was == is || errA == nil && errB == nil && a == b
}

// keepsHeader holds the replay of a plan that sends "first" and "replay" to a
// header field of the first answer. Without that field in the first answer there
// is nothing to keep. Same says which values mean the same.
func keepsHeader(p *idem.Pass, name string, same func(was, is string) bool) {
	first, replay := success(p, "first"), answer(p, "replay")
	want, found := first.Response.Lookup(name)
	if !found {
		p.Skip("the first answer has no " + name)
	}
	if !isReplay(p, first, replay) {
		p.Inconclusive("the repeat was not replayed, so it had nothing to keep", "see the finding of replay-same-answer first")
	}
	if got, _ := replay.Response.Lookup(name); !same(want, got) {
		p.Report(idem.Finding{
			Message:  "the target replayed an answer without the " + name + " of the first",
			Want:     name + ": " + want,
			Got:      header(replay, name),
			Evidence: []string{"first", "replay"},
		})
	}
}
