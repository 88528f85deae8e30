package checks

import (
	"fmt"

	"github.com/idemspec/idemspec/checks/idem"
)

// ServerErrorOutcome holds the repeat of a failed request to what is promised.
var ServerErrorOutcome = declare(idem.Check{
	ID:     "server-error-outcome",
	Title:  "A request that failed with a server error is answered as promised when it is repeated",
	Family: "outcome",
	Clause: idem.AfterError,
	Since:  "v0.1.0",
	Rule: `A server error before anything was done is passing: most contracts run the repeat, a few
replay the error. In no case does the key stay locked.`,
	Why: `A 503 that is stored answers each retry for a day with an outage that lasted a second. A
claim that is not given back answers them with a conflict that never ends.`,
	Fix: `Release the claim when the work fails, in one place that every exit passes, and do not
store server errors unless the documents say so.`,
	Waive: `When the documents say that server errors are kept.`,
	Sources: []string{
		"https://github.com/LabsCrypt/remitlend/issues/1329",
		"https://github.com/VilledeMontreal/express-idempotency/issues/32",
		"https://github.com/useautumn/autumn/pull/1851",
	},
	Plan: func(c idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Break{At: idem.BeforeEffect},
			idem.Send{Label: "failed", Request: idem.Request{Key: "k1"}},
			idem.Mend{},
			idem.Follow{Label: "repeat", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: errorDue(c)},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		failed := p.Answer("failed")
		if failed.Status/100 != 5 {
			p.Inconclusive(fmt.Sprintf("the work was to fail, and was answered %d", failed.Status), idem.BreakLever.Way())
		}
		repeat := answer(p, "repeat")
		switch {
		case p.Contract.Running(*repeat.Response):
			stuck(p, "repeat", "the target kept the key of a failed request locked")
		case p.Clause.Does == idem.Executes && !succeeded(p, repeat):
			p.Report(idem.Finding{
				Message:  "the target did not run the repeat of a request that had failed with a server error",
				Want:     wanted(p.Clause),
				Got:      status(repeat),
				Evidence: []string{"failed", "repeat"},
			})
		case p.Clause.Does == idem.Replays && repeat.Response.Status != failed.Status:
			p.Report(idem.Finding{
				Message:  "the target did not replay a server error, which its contract keeps",
				Want:     fmt.Sprint(failed.Status),
				Got:      status(repeat),
				Evidence: []string{"failed", "repeat"},
			})
		default:
			effects(p, "after", errorDue(p.Contract), "the target made more than one effect for a request that had failed", "failed", "repeat")
		}
	},
})

// errorDue is how many effects there are once a failed request was repeated.
func errorDue(c idem.Contract) int {
	if c.Clause(idem.AfterError).Does == idem.Executes {
		return 1
	}
	return 0
}
