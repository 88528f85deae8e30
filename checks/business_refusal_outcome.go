package checks

import "github.com/idemspec/idemspec/checks/idem"

// BusinessRefusalOutcome holds the repeat of a refused request to what is promised.
var BusinessRefusalOutcome = declare(idem.Check{
	ID:     "business-refusal-outcome",
	Title:  "A request that was refused for a business reason is answered as promised when it is repeated",
	Family: "outcome",
	Clause: idem.AfterRefusal,
	Since:  "v0.1.0",
	Rule: `A final refusal is an outcome. The contract says whether it is kept and replayed, or
whether the key is free to try again.`,
	Why: `A caller that lost the refusal and repeats must not get another answer than it was
given; or it must be able to try again after a top-up. Not knowing which, it does both.`,
	Fix: `Decide by class of refusal, store what is final, release what may change, and publish
the list.`,
	Waive: `When no operation refuses for business reasons.`,
	Sources: []string{
		"https://github.com/paveg/hono-idempotency/issues/178",
		"https://github.com/LerianStudio/midaz/issues/709",
		"https://github.com/torkiv-labs/Nexuq/issues/361",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "refused", Request: idem.Request{Key: "k1", Body: idem.DeclinedBody}},
			idem.Follow{Label: "repeat", Request: idem.Request{Key: "k1", Body: idem.DeclinedBody}},
			idem.Probe{Label: "after", Await: 0},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		refused, repeat := answer(p, "refused"), answer(p, "repeat")
		if refused.Response.Status/100 != 4 {
			p.Inconclusive("the target did not refuse the body that the target file calls declined", "give a body that is refused: bodies: { declined: { … } }")
		}
		marked := p.Contract.Marker.On(*repeat.Response)
		switch {
		case p.Clause.Does == idem.Refuses:
			if !p.Clause.Accepts(*repeat.Response, refused.Response) {
				p.Report(idem.Finding{
					Message:  "the target answered the repeat of a refused request in another way than promised",
					Want:     wanted(p.Clause),
					Got:      status(repeat),
					Evidence: []string{"refused", "repeat"},
				})
				return
			}
			effects(p, "after", 0, "the target made an effect for a refused request", "refused", "repeat")
		case repeat.Response.Status != refused.Response.Status:
			p.Report(idem.Finding{
				Message:  "the target answered the repeat of a refused request with another status",
				Want:     status(refused),
				Got:      status(repeat),
				Evidence: []string{"refused", "repeat"},
			})
		case p.Clause.Does == idem.Replays && p.Contract.Marker.Header != "" && !marked && p.Contract.Clause(idem.Marked).Binding():
			p.Report(idem.Finding{
				Message:  "the target did not keep a refusal, but decided again",
				Want:     "the stored refusal, with " + p.Contract.Marker.Header,
				Got:      status(repeat),
				Evidence: []string{"refused", "repeat"},
			})
		case p.Clause.Does == idem.Executes && marked:
			p.Report(idem.Finding{
				Message:  "the target kept a refusal that its contract does not keep",
				Want:     "a fresh decision",
				Got:      status(repeat) + ", marked as a replay",
				Evidence: []string{"refused", "repeat"},
			})
		default:
			effects(p, "after", 0, "the target made an effect for a refused request", "refused", "repeat")
		}
	},
})
