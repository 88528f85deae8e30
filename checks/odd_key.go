package checks

import "github.com/idemspec/idemspec/checks/idem"

// oddKey is the shape of checks that send one request whose key is written in an
// unusual way, and which the contract takes or refuses.
func oddKey(form idem.KeyForm) func(idem.Contract) idem.Plan {
	return func(c idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Probe{Label: "before", Once: true},
			idem.Send{Label: "odd", Request: idem.Request{Key: keyOne, Form: form}},
			idem.Probe{Label: "after"},
		}
	}
}

// judgeOdd holds such a request to its clause. What is sent, for messages: "a key
// that is too long".
func judgeOdd(what string) func(*idem.Pass) {
	return func(p *idem.Pass) {
		untouched(p, "before")
		x := answer(p, "odd")
		if p.Clause.Does == idem.Executes {
			takenOdd(p, what, x)
			return
		}
		if !p.Clause.Accepts(*x.Response, nil) {
			message := "the target refused " + what + " in another way than promised"
			switch {
			case succeeded(p, x):
				message = "the target accepted " + what
			case x.Response.Status >= 500:
				message = "the target answered " + what + " with a server error"
			}
			p.Report(idem.Finding{Message: message, Want: wanted(p.Clause), Got: status(x), Evidence: []string{"odd"}})
			return
		}
		effects(p, "after", 0, "the target made an effect for "+what+", which it had refused", "odd")
	}
}

func takenOdd(p *idem.Pass, what string, x idem.Exchange) {
	if !succeeded(p, x) {
		message := "the target refused " + what
		if x.Response.Status >= 500 {
			message = "the target answered " + what + " with a server error"
		}
		p.Report(idem.Finding{Message: message, Want: wanted(p.Clause), Got: status(x), Evidence: []string{"odd"}})
		return
	}
	effects(p, "after", 1, "the target made more than one effect for one request", "odd")
}
