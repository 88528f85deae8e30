package checks

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// repeats is how often the same request is sent in all: some servers forget
// after a few replays, and some clients do retry ten times.
const repeats = 10

// ReplaySameAnswer holds repeats of a finished request to the stored answer and
// to no further effect.
var ReplaySameAnswer = declare(idem.Check{
	ID:     "replay-same-answer",
	Title:  "A repeat of a finished request gets the stored answer and makes no effect",
	Family: "replay",
	Clause: idem.Replay,
	Since:  "v0.1.0",
	Core:   true,
	Rule: `The same key with the same request, after the first has finished, gets the earlier
outcome and nothing is done again. That holds for the second request as for the third
and the tenth.`,
	Why: `The caller retries because it never saw the answer. If the repeat runs again, the card is
charged twice. If the repeat gets an error or an empty body, the caller never learns the
id of the charge it made and cannot refund, show or reconcile it.`,
	Fix: `Store the status and the body under the key in the same transaction as the effect, and
answer every later request with that key from the store. Do not store a mere mark that the
key was seen.`,
	Waive: `Where the target's documents promise an error or a reference in place of the answer;
then say so in the profile.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.6",
		"https://docs.stripe.com/api/idempotent_requests",
		"https://github.com/useplunk/plunk/issues/484",
	},
	Plan: func(idem.Contract) idem.Plan {
		same := idem.Request{Key: "k1"}
		plan := idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: same},
			idem.Probe{Label: "after-first", Await: 1},
		}
		for i := 2; i <= repeats; i++ {
			plan = append(plan, idem.Send{Label: repeat(i), Request: same})
		}
		return append(plan, idem.Probe{Label: "after-last", Await: 1})
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first := success(p, "first")
		for i := 2; i <= repeats; i++ {
			if replayed(p, first, answer(p, repeat(i))); p.Found() {
				return
			}
		}
		effects(p, "after-first", 1, "the target made more than one effect for one request", "first")
		effects(p, "after-last", 1, "the target made a further effect for a repeat", "first", repeat(2), repeat(repeats))
	},
})

func repeat(i int) string { return fmt.Sprintf("repeat-%d", i) }
