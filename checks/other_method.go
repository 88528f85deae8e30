package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherMethod holds a used key with another method to what is promised.
var OtherMethod = declare(idem.Check{
	ID:     "other-method",
	Title:  "A used key with another method is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherMethod,
	Since:  "v0.1.0",
	Rule: `The method is a part of the request. A DELETE under the key of a PATCH is another
request, or a request of its own, as the contract says.`,
	Why: `A target that compares neither the method nor a body that is not there answers the
cancellation with the receipt of the change. The order is shipped all the same.`,
	Fix: `Make the method part of the scope or of the fingerprint, and compare also where one of
the bodies is empty.`,
	Waive: `When keys mean something for one method alone.`,
	Sources: []string{
		"https://github.com/fossasia/eventyay/issues/602",
		"https://docs.hyperline.co/developers/idempotent-requests",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "made", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Update, On: "made", Key: "k2"}},
			idem.Send{Label: "second", Request: idem.Request{Role: idem.Delete, On: "made", Key: "k2"}},
			idem.Send{Label: "read", Request: idem.Request{Role: idem.Read, On: "made"}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "made")
		first, second := success(p, "first"), answer(p, "second")
		for _, x := range []idem.Exchange{first, second} {
			if !p.Contract.Covered(x.Sent.Method) {
				p.Skip("keys mean nothing on " + x.Sent.Method)
			}
		}
		if p.Clause.Does == idem.Executes && succeeded(p, second) && idem.EqualJSON(first.Response.Body, second.Response.Body) {
			// A DELETE may answer with what it has deleted, which is gone then.
			if read := answer(p, "read"); succeeded(p, read) && stillThere(*read.Response) {
				p.Report(idem.Finding{
					Message:  "the target replayed the first answer to a used key with another method, and did not do what was asked",
					Want:     wanted(p.Clause),
					Got:      excerpt(second.Response.Body),
					Evidence: []string{"first", "second", "read"},
				})
				return
			}
		}
		held(p, "a used key with another method", first, second)
	},
})
