package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// EmptyKeyTaken looks whether the field is there.
var EmptyKeyTaken = declare(Bug{
	ID:     "empty-key-taken",
	Title:  "Takes a key of no characters for a key",
	Kind:   "absent-key-shared",
	Breaks: idem.EmptyKeySent,
	Cause: `The check asks whether the field is there and not whether there is something in it. All
clients whose template has lost its variable share one entry.`,
	Reports: []string{
		"https://github.com/aws-powertools/powertools-lambda-python/issues/8390",
	},
	CaughtBy: []string{"empty-key"},
	Mutate: func(p *reference.Policy) {
		keyed(p, func(_ *reference.Call, fault *reference.KeyFault) (string, bool) {
			return "(empty)", fault.Situation == idem.EmptyKeySent
		})
	},
})
