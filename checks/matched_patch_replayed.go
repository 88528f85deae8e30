package checks

import "github.com/idemspec/idemspec/checks/idem"

// MatchedPatchReplayed holds the repeat of a conditional PATCH to a replay.
var MatchedPatchReplayed = declare(idem.Check{
	ID:     "matched-patch-replayed",
	Title:  "A repeated PATCH with If-Match and its key is replayed",
	Family: "methods",
	Clause: idem.LateMatch,
	Since:  "v0.1.0",
	Rule: `A conditional PATCH that was done has made its own version stale. Its repeat under its
key is known, and gets the stored answer before anybody looks at the version.`,
	Why: `The answer is lost, and the retry is told 412: somebody else was faster. The caller reads
the resource anew, takes its own change for a stranger's, and applies it once more.`,
	Fix: `Look the key up before conditions are evaluated: they guard work that is still to be
done.`,
	Waive: `When callers are known to compare the resource after each 412.`,
	Sources: []string{
		"https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1",
		"https://github.com/earth-mover/icechunk/issues/2099",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Update, On: "made", Key: "k2", Vary: idem.CurrentMatch}},
			// The tag of the answer that made the resource, as in the first.
			idem.Send{Label: "repeat", Request: idem.Request{Role: idem.Update, On: "made", Key: "k2", Vary: idem.StaleMatch}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		first, repeat := success(p, "first"), answer(p, "repeat")
		if !p.Contract.Covered(first.Sent.Method) {
			p.Skip("keys mean nothing on " + first.Sent.Method)
		}
		was, _ := first.Sent.Lookup("If-Match")
		if is, _ := repeat.Sent.Lookup("If-Match"); is != was {
			p.Inconclusive("the resource had another entity tag than the one that it was made with, so that the two requests differ", again)
		}
		held(p, "the repeat of a conditional PATCH", first, repeat)
	},
})
