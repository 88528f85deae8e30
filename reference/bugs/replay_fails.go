package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayFails finds the duplicate and trips over it.
var ReplayFails = declare(Bug{
	ID:     "replay-fails",
	Title:  "Answers the repeat of a finished request with a server error",
	Kind:   "replay-refused",
	Breaks: idem.Replay,
	Cause: `The repeat is recognised, and a later step is given nothing where it expects the object
that the handler makes. The error reaches the client as an internal one.`,
	Reports: []string{
		"https://github.com/mastodon/mastodon/issues/40399",
		"https://github.com/LFDT-Paladin/paladin/issues/1001",
		"https://github.com/svix/svix-webhooks/issues/1454",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		p.Replay = func(*reference.Call, reference.Record) (reference.Answer, error) { return failure(), nil }
	},
})
