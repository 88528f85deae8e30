package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWithCookies stores all header fields of a first answer.
var ReplayWithCookies = declare(Bug{
	ID:     "replay-with-cookies",
	Title:  "Replays the cookies and challenges of the first caller",
	Kind:   "replay-unsafe-headers",
	Breaks: idem.UnsafeHeaders,
	Cause: `All header fields are stored but a few that are known to do harm, in place of the few
that are known to be safe. The session of the first caller goes to whoever repeats.`,
	Reports: []string{
		"https://github.com/granit-fx/granit-dotnet/pull/1151",
		"https://github.com/kitokoh/leopardo-hr/issues/8052",
	},
	CaughtBy: []string{"replay-drops-cookies"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(first reference.Answer, kept *reference.Answer) { kept.Header = first.Header.Clone() })
	},
})
