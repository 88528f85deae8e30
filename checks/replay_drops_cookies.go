package checks

import "github.com/idemspec/idemspec/checks/idem"

// ReplayDropsCookies holds a replay to leaving out what belonged to the first caller.
var ReplayDropsCookies = declare(idem.Check{
	ID:     "replay-drops-cookies",
	Title:  "A replay leaves out cookies and challenges",
	Family: "replay",
	Clause: idem.UnsafeHeaders,
	Since:  "v0.1.0",
	Rule: `Set-Cookie and WWW-Authenticate belong to the caller and the moment of the first answer.
A replay does not repeat them.`,
	Why:   `A stored session cookie that is sent to a later caller is a session that changes hands.`,
	Fix:   `Store a list of header fields that are known to be safe, not all but a few.`,
	Waive: `Never.`,
	Sources: []string{
		"https://github.com/granit-fx/granit-dotnet/pull/1151",
		"https://www.rfc-editor.org/rfc/rfc6265#section-4.1",
	},
	Plan: func(idem.Contract) idem.Plan {
		return idem.Plan{
			idem.Send{Label: "control", Request: idem.Request{Key: "k0"}},
			idem.Send{Label: "first", Request: idem.Request{Key: "k1"}},
			idem.Send{Label: "replay", Request: idem.Request{Key: "k1"}},
		}
	},
	Judge: func(p *idem.Pass) {
		control, first, replay := success(p, "control"), success(p, "first"), answer(p, "replay")
		for _, name := range []string{"Set-Cookie", "WWW-Authenticate"} {
			was, found := first.Response.Lookup(name)
			if usual, _ := control.Response.Lookup(name); usual == was {
				continue // a gateway gives the same to everybody
			}
			if got, again := replay.Response.Lookup(name); found && again && got == was {
				p.Report(idem.Finding{
					Message:  "the target replayed the " + name + " of the first answer",
					Want:     "no " + name + ", or a fresh one",
					Got:      header(replay, name),
					Evidence: []string{"first", "replay"},
				})
			}
		}
	},
})
