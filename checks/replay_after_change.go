package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayAfterChange holds a repeat after a change to what is promised.
var ReplayAfterChange = declare(idem.Check{
	ID:     "replay-after-change",
	Title:  "A repeat after its resource was changed is answered as promised",
	Family: "replay",
	Clause: idem.LateChange,
	Since:  "v0.1.0",
	Rule: `The contract says whether a replay shows the stored answer or the resource as it is now.
It does not change the resource back.`,
	Why: `A replay that overwrites what was changed since undoes a refund or a cancellation; a
caller that takes an old state for the present one ships the goods.`,
	Fix:   `Answer from the record, or from the resource and mark it; never run the request again.`,
	Waive: `When no operation changes the resource.`,
	Sources: []string{
		"https://github.com/ietf-wg-httpapi/idempotency/issues/2",
		"https://github.com/adcontextprotocol/adcp/issues/4371",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "made", Await: 1},
			idem.Send{Label: "update", Request: idem.Request{Role: idem.Update, On: "first", Key: "k2"}},
			idem.Send{Label: "changed", Request: idem.Request{Role: idem.Read, On: "first"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
			idem.Probe{Label: "after", Await: 1}, // and time for reads that lag
			idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "first"}},
		}
	},
	Judge: func(p *idem.Pass) {
		untouched(p, "before")
		first, changed := success(p, "first"), answer(p, "changed")
		success(p, "update")
		replay, read := answer(p, "replay"), success(p, "read")
		if !succeeded(p, replay) || other(first, replay) {
			p.Report(idem.Finding{
				Message:  "the target did not replay a repeat once its resource was changed",
				Want:     "the answer for " + first.Resource,
				Got:      status(replay),
				Evidence: []string{"first", "update", "replay"},
			})
			return
		}
		if what, _ := p.Clause.Differs(first, replay); what != "" {
			p.Report(idem.Finding{
				Message:  "the target replayed another state than promised after a change: " + what,
				Want:     "the first body, compared as " + string(p.Clause.Answer.Body),
				Got:      excerpt(replay.Response.Body),
				Evidence: []string{"first", "update", "replay"},
			})
			return
		}
		if succeeded(p, changed) && idem.EqualJSON(first.Response.Body, read.Response.Body) && !idem.EqualJSON(first.Response.Body, changed.Response.Body, writeCounters...) {
			p.Report(idem.Finding{
				Message:  "the target undid a later change when it replayed the request that made the resource",
				Want:     excerpt(changed.Response.Body),
				Got:      excerpt(read.Response.Body),
				Evidence: []string{"update", "changed", "replay", "read"},
			})
			return
		}
		effectsLike(p, "after", "made", "the target made a further effect for the repeat", "first", "replay")
	},
})
