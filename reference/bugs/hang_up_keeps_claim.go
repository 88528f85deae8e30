package bugs

import (
	"context"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// HangUpKeepsClaim cancels the clean-up along with the work.
var HangUpKeepsClaim = declare(Bug{
	ID:     "hang-up-keeps-claim",
	Title:  "Answers for ever that a request still runs whose client has left",
	Kind:   "stuck-in-progress",
	Breaks: idem.OneEffect,
	Lever:  idem.HoldLever,
	Cause: `The work ends with the connection, and so does the step that gives its claim back: both have
the context of the request, which is cancelled. Nothing was done, and nothing can be.`,
	Reports: []string{
		"https://github.com/caura-ai/caura/pull/1629",
		"https://github.com/VilledeMontreal/express-idempotency/issues/32",
		"https://github.com/aws-powertools/powertools-lambda-python/issues/1038",
	},
	CaughtBy: []string{"client-gave-up"},
	Mutate: func(p *reference.Policy) {
		p.Detach = func(ctx context.Context) context.Context { return ctx }
		right := p.Release
		p.Release = func(c *reference.Call, mine reference.Record) error {
			if err := c.Request.Context().Err(); err != nil {
				return err
			}
			return right(c, mine)
		}
		p.Orphaned = func(*reference.Call, reference.Tx, reference.Record) (bool, error) { return false, nil }
	},
})
