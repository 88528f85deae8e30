package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWithoutBody stores a body that was read before.
var ReplayWithoutBody = declare(Bug{
	ID:     "replay-without-body",
	Title:  "Replays the stored status with an empty body",
	Kind:   "replay-empty",
	Breaks: idem.Replay,
	Cause: `The body of an answer is a stream, and it has been written to the first caller when the
layer above stores it. What is stored is the drained stream.`,
	Reports: []string{
		"https://github.com/pathosDev/actor-ts/issues/1308",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(_ reference.Answer, kept *reference.Answer) { kept.Body = nil })
	},
})
