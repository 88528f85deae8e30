package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// IgnoresBody looks at the key alone.
var IgnoresBody = declare(Bug{
	ID:     "ignores-body",
	Title:  "Replays the first answer for any body under its key",
	Kind:   "no-fingerprint",
	Breaks: idem.Mismatch,
	Cause: `The store key is made of caller and key, and nothing of the request is kept beside the
answer, so that there is nothing to compare a repeat with.`,
	Reports: []string{
		"https://github.com/nensii21/devlink/issues/1195",
		"https://github.com/LerianStudio/midaz-sdk-golang/pull/236",
	},
	CaughtBy: []string{"mismatch-refused"},
	Mutate: func(p *reference.Policy) {
		p.Fingerprint = func(*reference.Call) reference.Print { return reference.Print{} }
	},
})
