package checks

import "github.com/idemspec/idemspec/checks/idem"

// OtherResource holds a used key on another resource to what is promised.
var OtherResource = declare(idem.Check{
	ID:     "other-resource",
	Title:  "A used key on another resource of the same operation is answered as promised",
	Family: "fingerprint",
	Clause: idem.OtherPath,
	Since:  "v0.1.0",
	Rule: `The parameters of a path are a part of the request. The same change under the same key,
asked for on another resource, is another request.`,
	Why: `A job that changes many orders in one way sends one body to all of them. If the template
of the route stands for the path, the second order is answered with the first one's
receipt and never touched.`,
	Fix: `Make the concrete path part of the scope or of the fingerprint: the path with its
parameters, not the route's template.`,
	Waive: `When the documents say that keys are independent of the route; then say so in the
profile (does: replays).`,
	Sources: []string{
		"https://github.com/RamaAditya49/titen/issues/37",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.4",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "one", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "two", Request: idem.Request{Key: "k2"}},
			idem.Send{Label: "first", Request: idem.Request{Role: idem.Update, On: "one", Key: "k3"}},
			idem.Send{Label: "second", Request: idem.Request{Role: idem.Update, On: "two", Key: "k3"}},
		}
	},
	Judge: func(p *idem.Pass) {
		success(p, "one")
		success(p, "two")
		first, second := success(p, "first"), answer(p, "second")
		if !p.Contract.Covered(first.Sent.Method) {
			p.Skip("keys mean nothing on " + first.Sent.Method)
		}
		if first.Resource == "" {
			p.Inconclusive("the answers name no resource, so nobody can tell whose change was answered",
				"give the operation an id, such as: id: $.id")
		}
		held(p, "a used key on another resource", first, second)
	},
})
