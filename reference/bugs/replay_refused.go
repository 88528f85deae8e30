package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayRefused blocks repeats and keeps no answer.
var ReplayRefused = declare(Bug{
	ID:     "replay-refused",
	Title:  "Refuses the repeat of a finished request with 409",
	Kind:   "replay-refused",
	Breaks: idem.Replay,
	Cause: `The layer marks keys as seen and stores nothing else. A client whose first answer was lost
learns that it has asked before, and never what came of it.`,
	Reports: []string{
		"https://github.com/useplunk/plunk/issues/484",
		"https://github.com/svix/svix-webhooks/issues/427",
	},
	CaughtBy: []string{"replay-same-answer"},
	Mutate: func(p *reference.Policy) {
		p.Replay = func(*reference.Call, reference.Record) (reference.Answer, error) {
			a := failure()
			a.Status, a.Body = http.StatusConflict, []byte("Duplicate request\n")
			return a, nil
		}
	},
})
