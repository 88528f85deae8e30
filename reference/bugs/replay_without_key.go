package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWithoutKey echoes the key of a first request alone.
var ReplayWithoutKey = declare(Bug{
	ID:     "replay-without-key",
	Title:  "Names the key in first answers and not in replays",
	Kind:   "replay-headers-lost",
	Breaks: idem.Echoed,
	Cause: `The key is echoed by the handler, and a replay does not come to the handler. A client that
takes the echo for the proof that its key arrived believes that a gateway has lost it.`,
	Reports: []string{
		"https://github.com/VSN2015/concerns_on_rails/pull/47",
	},
	CaughtBy: []string{"key-echoed"},
	Mutate: func(p *reference.Policy) {
		replayed(p, func(c *reference.Call, _ reference.Record, a *reference.Answer) error {
			for name, values := range a.Header {
				if len(values) == 1 && len(c.Carried) == 1 && values[0] == c.Carried[0] {
					a.Header.Del(name)
				}
			}
			return nil
		})
	},
})
