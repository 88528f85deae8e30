package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// MismatchAfterRunning looks at the progress before the fingerprint.
var MismatchAfterRunning = declare(Bug{
	ID:     "mismatch-after-running",
	Title:  "Answers another body as a repeat while the first request runs",
	Kind:   "mismatch-status",
	Breaks: idem.RunningMismatch,
	Lever:  idem.HoldLever,
	Cause: `The state of the record is looked at first, and the fingerprint only once there is an answer
to compare for. The client waits for an answer that will never be its own.`,
	Reports: []string{
		"https://github.com/idempot-dev/idempot-js/issues/183",
	},
	CaughtBy: []string{"running-mismatch"},
	Mutate: func(p *reference.Policy) {
		right := p.Meet
		p.Meet = func(c *reference.Call, mine, known reference.Record) reference.Meeting {
			if known.Answer == nil {
				return reference.AtWork
			}
			return right(c, mine, known)
		}
	},
})
