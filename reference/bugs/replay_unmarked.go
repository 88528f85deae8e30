package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayUnmarked does not tell replays from first answers.
var ReplayUnmarked = declare(Bug{
	ID:     "replay-unmarked",
	Title:  "Replays stored answers without the promised marker",
	Kind:   "silent-replay",
	Breaks: idem.Marked,
	Cause: `The stored bytes are sent as they are, and nobody adds the field that says where they come
from. A caller takes a stored failure for a fresh one and tries for ever.`,
	Reports: []string{
		"https://github.com/KeeperHub/keeperhub/pull/1849",
	},
	CaughtBy: []string{"replay-marked"},
	Mutate: func(p *reference.Policy) {
		p.Mark = func(*reference.Call, *reference.Answer, reference.Record) {}
	},
})
