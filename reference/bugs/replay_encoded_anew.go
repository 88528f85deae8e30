package bugs

import (
	"encoding/json"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayEncodedAnew keeps values in place of bytes.
var ReplayEncodedAnew = declare(Bug{
	ID:     "replay-encoded-anew",
	Title:  "Replays a body that was decoded and encoded again",
	Kind:   "replay-format",
	Breaks: idem.Replay,
	Cause: `The answer is stored as a decoded object and rendered anew for each replay. Members come
in another order and numbers in another form, and a signature over the body fails.`,
	Reports: []string{
		"https://github.com/adcontextprotocol/adcp/issues/4371",
		"https://github.com/pathosDev/actor-ts/issues/1308",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(_ reference.Answer, kept *reference.Answer) {
			var v any
			if json.Unmarshal(kept.Body, &v) != nil {
				return
			}
			// What was just decoded has a JSON form.
			kept.Body, _ = json.MarshalIndent(v, "", "  ")
		})
	},
})
