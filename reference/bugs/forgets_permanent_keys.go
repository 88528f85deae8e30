package bugs

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ForgetsPermanentKeys has a store with a default of its own.
var ForgetsPermanentKeys = declare(Bug{
	ID:     "forgets-permanent-keys",
	Title:  "Forgets keys after a day that it promises to keep for ever",
	Kind:   "early-eviction",
	Breaks: idem.Kept,
	Lever:  idem.ClockLever,
	Cause: `The documents say that a key is never forgotten, and the store that was chosen later deletes
what is old by default.`,
	Reports: []string{
		"https://github.com/redis/redis/issues/7856",
		"https://github.com/crbnos/carbon/issues/252",
	},
	CaughtBy: []string{"permanent-key"},
	Mutate: func(p *reference.Policy) {
		p.Expires = func(_ *reference.Call, finished reference.Record) time.Time {
			return finished.Claimed.Add(24 * time.Hour)
		}
	},
})
