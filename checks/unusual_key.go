package checks

import "github.com/idemspec/idemspec/checks/idem"

// UnusualKey holds an unusual key to being taken.
var UnusualKey = declare(idem.Check{
	ID:     "unusual-key",
	Title:  "A key that is well formed and rare is taken",
	Family: "presence",
	Clause: idem.UnusualSent,
	Since:  "v0.1.0",
	Rule: `Where no shape is demanded, each key is as good as a UUID: with colons, slashes, dots
and brackets.`,
	Why: `Keys made of an order's address or a date are common. A target that chokes on them
refuses payments, or escapes them on one path and not on the other and never replays.`,
	Fix: `Treat the key as opaque text: bind it as a parameter, and do not build file names, paths
or queries out of it.`,
	Waive: `When the documents name the characters; then say so in the profile (format.pattern).`,
	Sources: []string{
		"https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07#section-2.2",
		"https://github.com/nekuda-ai/acp-test",
	},
	Applies: takes(idem.UnusualText),
	Plan:    oddKey(idem.UnusualKey),
	Judge:   judgeOdd("a well-formed key with rare characters"),
})
