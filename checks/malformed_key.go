package checks

import "github.com/idemspec/idemspec/checks/idem"

// MalformedKey holds a malformed key to what is promised.
var MalformedKey = declare(idem.Check{
	ID:     "malformed-key",
	Title:  "A key of another shape than demanded is answered as promised",
	Family: "presence",
	Clause: idem.MalformedSent,
	Since:  "v0.1.0",
	Rule:   `A contract that demands a shape of key refuses another one before anything is done.`,
	Why: `The shape is there so that keys are not guessed or made by hand. A target that lets
others pass has clients whose keys are order numbers, and whose second order of the day
is lost.`,
	Fix:   `Validate the key before it is looked up, and answer with what is wrong.`,
	Waive: `While clients are being moved to the shape.`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.3",
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-5",
	},
	Applies: hasShape,
	Plan:    oddKey(idem.MalformedKey),
	Judge:   judgeOdd("a key of another shape than demanded"),
})
