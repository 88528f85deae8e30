package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayAsText loses the type of a stored body.
var ReplayAsText = declare(Bug{
	ID:     "replay-as-text",
	Title:  "Replays JSON as plain text",
	Kind:   "replay-format",
	Breaks: idem.ReplayHeaders,
	Cause: `The stored body is written as a string, and the framework declares strings as text. The
type of the first answer is not stored, or not on the path that finishes late.`,
	Reports: []string{
		"https://github.com/chuanghiduoc/nestjs-fastify-nx/pull/127",
		"https://github.com/jcagarcia/grape-idempotency/issues/8",
		"https://github.com/knocklabs/one_and_done/pull/4",
	},
	CaughtBy: []string{"replay-keeps-content-type"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(_ reference.Answer, kept *reference.Answer) {
			kept.Header.Set("Content-Type", "text/plain; charset=utf-8")
		})
	},
})
