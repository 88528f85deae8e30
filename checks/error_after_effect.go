package checks

import "github.com/idemspec/idemspec/checks/idem"

// ErrorAfterEffect holds the repeat of a request that failed after its effect to one effect.
var ErrorAfterEffect = declare(idem.Check{
	ID:     "error-after-effect",
	Title:  "A request that made its effect and then failed makes no second one",
	Family: "outcome",
	Clause: idem.OneEffect,
	Since:  "v0.1.0",
	Rule: `A server error does not prove that nothing happened. When the effect was made, a repeat
makes no further one, whatever it is answered.`,
	Why: `Deleting the claim on any exception turns a failed receipt mail into a second charge.`,
	Fix: `Store the outcome in the transaction that makes the effect. What comes after it, mails
and receipts, must not undo the memory.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/pathosDev/actor-ts/issues/984",
		"https://github.com/ietf-wg-httpapi/idempotency/issues/41",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Break{At: idem.AfterEffect},
			idem.Send{Label: "failed", Request: idem.Request{Key: "k1"}},
			idem.Mend{},
			idem.Follow{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		failed := p.Exchange("failed")
		if failed.Response != nil && failed.Response.Status/100 != 5 {
			p.Inconclusive("the request was to fail after its effect, and was answered "+status(failed), idem.BreakLever.Way())
		}
		repeat := p.Answer("repeat")
		if p.Contract.Running(repeat) {
			stuck(p, "repeat", "the target kept the key of a request locked that had failed after its effect")
			return
		}
		if !p.Contract.Success(repeat) && len(p.Reading("after").Effects) == 0 {
			p.Inconclusive("no effect was seen: it was undone, or the request failed before it", idem.BreakLever.Way())
		}
		effects(p, "after", 1, "the target made a second effect for a request that had failed after its effect", "failed", "repeat")
	},
})
