package checks

import (
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// RetentionOfSlowWork lets a request take so long that the start of its retention
// and the end of its work are apart.
var RetentionOfSlowWork = declare(idem.Check{
	ID:     "retention-of-slow-work",
	Title:  "The retention of slow work is counted from the instant that the contract names",
	Family: "expiry",
	Clause: idem.Expired,
	Since:  "v0.1.0",
	Rule: `A contract that says from when its retention is counted says it for work of four minutes as
well: from the arrival of the request, or from its end.`,
	Why: `A record that is written at the end, with the time of its writing, lives longer than the
documents say; one that keeps the time of its claim is forgotten early. Callers who have
computed when a key is new again, or until when it is safe, are wrong by as much.`,
	Fix: `Take the instant of the clock that the documents name, once, and compute the expiry from
it when the record is written.`,
	Waive: `When the work is short, compared with the time in which callers repeat.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.3",
		"https://github.com/benhendayoussef/idempotency-spring-boot-starter/pull/7",
	},
	Applies: namesItsStart,
	Plan: func(c idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "control", Request: idem.Request{Key: "k2"}},
			idem.Hold{},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}, Background: true},
			// Only who is told that it runs knows that it has arrived before the
			// clock is moved. The reading gives it time to.
			idem.Probe{Label: "held", Once: true},
			idem.Send{Label: "met", Request: idem.Request{Key: "k1"}},
			idem.Wait{For: slowWork},
			idem.Release{Await: "first"},
			idem.Join{Label: "first"},
			// Half of the work's time is left to a retention that began with its end.
			idem.Wait{For: time.Duration(c.Retention.Length) - slowWork/2},
			idem.Send{Label: "late", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "control late", Request: idem.Request{Key: "k2"}},
			idem.Probe{Label: "after", Await: slowDue(c)},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, late := success(p, "first"), answer(p, "late")
		if control, gone := success(p, "control"), answer(p, "control late"); control.Resource != "" && control.Resource == gone.Resource {
			p.Inconclusive("a key whose work was short is still remembered after its retention as well, so nothing can be said about from when that is counted",
				"see expired-key-is-new first")
		}
		if met := answer(p, "met"); !p.Contract.Running(*met.Response) {
			p.Inconclusive("the first request was not seen at work before the clock was moved, and may have arrived after that", again)
		}
		if p.Contract.Retention.From == idem.FromCompletion {
			converged(p, idem.Kept, first, late)
		} else {
			expired(p, first, late)
		}
		if !p.Found() {
			effects(p, "after", slowDue(p.Contract), "the target made more effects than there were requests to execute", "first", "late")
		}
	},
})

// slowDue is how many effects there are in the end.
func slowDue(c idem.Contract) int {
	if c.Retention.From == idem.FromCompletion {
		return 1 + lateEffects(c)
	}
	return 2 * lateEffects(c)
}

// namesItsStart says why nothing can be said about from when a retention is
// counted.
func namesItsStart(c idem.Contract) string {
	switch {
	case c.Retention.From == "":
		return "the contract does not say from when its retention is counted"
	case c.Clause(idem.InFlight).Does != idem.Refuses || !c.Clause(idem.InFlight).Binding():
		return "the contract does not tell that a request has begun, so that nobody knows when"
	case c.Retention.Floor && c.Retention.From == idem.FromFirst:
		return "the contract calls its retention a minimum"
	case c.Clause(idem.Extended).Does == idem.Replays:
		return "the contract counts its retention from each use of the key"
	case time.Duration(c.Retention.Length) <= 2*slowWork:
		return "the contract's retention is too short for slow work"
	}
	return ""
}
