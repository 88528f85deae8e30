package checks

import "github.com/idemspec/idemspec/checks/idem"

// KeyTwice holds a request whose key stands twice to what is promised.
var KeyTwice = declare(idem.Check{
	ID:     "key-twice",
	Title:  "A key whose header stands twice is answered as promised",
	Family: "presence",
	Clause: idem.TwiceSent,
	Since:  "v0.1.0",
	Rule: `A field that holds one item and stands twice is malformed. A target refuses it, or takes
the value once; it never makes another key of the two.`,
	Why: `Servers join equal fields with a comma. The joined text is a key that no other request
has, and the payment runs again.`,
	Fix: `Read all fields of that name. Refuse more than one, or compare them and use the one
value.`,
	Waive: `When a gateway in front is known to reject such requests.`,
	Sources: []string{
		"https://github.com/grimurrash/test-task2/issues/73",
		"https://www.rfc-editor.org/rfc/rfc8941#section-4.2",
	},
	Applies: headerOnly,
	Plan:    keyTwice.plan(idem.TwiceSent),
	Judge: func(p *idem.Pass) {
		if p.Clause.Does != idem.Executes {
			keyTwice.judge(p)
			return
		}
		// The two are one key, which has been used.
		untouched(p, "before")
		first, again := success(p, "first"), answer(p, "second")
		if converged(p, "", first, again); p.Found() {
			return
		}
		effects(p, "after", 1, "the target made a further effect for "+keyTwice.what, "first", "second")
	},
})

var keyTwice = second{
	what:    "a key whose header stands twice",
	request: idem.Request{Form: idem.TwiceKey},
}
