package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWithoutETag loses the version that a first answer names.
var ReplayWithoutETag = declare(Bug{
	ID:     "replay-without-etag",
	Title:  "Replays an answer without its ETag",
	Kind:   "replay-headers-lost",
	Breaks: idem.ReplayHeaders,
	Cause: `The entity tag is set by a layer outside of the one that stores answers, from the object
that the handler has loaded. A replay loads none.`,
	Reports: []string{
		"https://github.com/VSN2015/concerns_on_rails/pull/47",
	},
	CaughtBy: []string{"replay-keeps-etag"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(_ reference.Answer, kept *reference.Answer) { kept.Header.Del("ETag") })
	},
})
