package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// IfMatchIgnored writes whatever the version.
var IfMatchIgnored = declare(Bug{
	ID:     "if-match-ignored",
	Title:  "Takes a PATCH that names a stale version",
	Kind:   "silent-upsert",
	Breaks: idem.PatchAbsolute,
	Cause: `Entity tags are sent, and If-Match is not compared. A client that has been careful
overwrites what it has never seen.`,
	Reports: []string{
		"https://github.com/juspay/hyperswitch/pull/319",
		"https://github.com/onetimesecret/onetimesecret/issues/3692",
	},
	CaughtBy: []string{"stale-patch-refused"},
	Mutate: func(p *reference.Policy) {
		p.Stale = func(*reference.Call) *reference.Answer { return nil }
	},
})
