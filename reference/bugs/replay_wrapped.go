package bugs

import (
	"encoding/json"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWrapped puts stored bodies into an envelope.
var ReplayWrapped = declare(Bug{
	ID:     "replay-wrapped",
	Title:  "Replays the stored body as a member of another object",
	Kind:   "replay-format",
	Breaks: idem.Replay,
	Cause: `The replay is built by the layer that knows of keys, and it adds what it has to say: an
envelope with a flag, and the first body inside. Clients look for the id where it was.`,
	Reports: []string{
		"https://github.com/VibeTensor/attestix/pull/83",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(_ *reference.Call, _ reference.Record, a *reference.Answer) error {
			if !json.Valid(a.Body) {
				return nil
			}
			var err error
			a.Body, err = json.Marshal(map[string]any{"cached": true, "data": json.RawMessage(a.Body)})
			return err
		})
	},
})
