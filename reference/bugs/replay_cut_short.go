package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayCutShort stores as much of a body as its column takes.
var ReplayCutShort = declare(Bug{
	ID:     "replay-cut-short",
	Title:  "Replays the first 128 bytes of the stored body",
	Kind:   "replay-format",
	Breaks: idem.Replay,
	Cause: `The column for the answer has a length, and the database cuts what is longer without an
error. The replay says success and cannot be parsed.`,
	Reports: []string{
		"https://github.com/pathosDev/actor-ts/issues/1308",
		"https://github.com/paveg/hono-idempotency/issues/93",
	},
	CaughtBy: []string{"cut-answer-replayed", "replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		const column = 128
		stored(p, func(_ reference.Answer, kept *reference.Answer) {
			kept.Body = kept.Body[:min(column, len(kept.Body))]
		})
	},
})
