package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// FirstAnswerMarked marks whatever has a key.
var FirstAnswerMarked = declare(Bug{
	ID:     "first-answer-marked",
	Title:  "Marks first answers as replays",
	Kind:   "silent-replay",
	Breaks: idem.Marked,
	Cause: `The marker is set where the key is read and not where a stored answer is written out. It
says that there is a key, and the books take real charges for repeats.`,
	Reports: []string{
		"https://github.com/KeeperHub/keeperhub/pull/1849",
		"https://github.com/ietf-wg-httpapi/idempotency/issues/2",
	},
	CaughtBy: []string{"replay-marked"},
	Mutate: func(p *reference.Policy) {
		right := p.Fresh
		p.Fresh = func(c *reference.Call, a reference.Answer) reference.Answer {
			a = right(c, a)
			if c.Key != "" {
				c.Policy.Mark(c, &a, reference.Record{Claimed: c.Arrived})
			}
			return a
		}
	},
})
