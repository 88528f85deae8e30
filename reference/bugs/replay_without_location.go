package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// ReplayWithoutLocation stores status, body and type alone.
var ReplayWithoutLocation = declare(Bug{
	ID:     "replay-without-location",
	Title:  "Replays a creation without its Location",
	Kind:   "replay-headers-lost",
	Breaks: idem.ReplayHeaders,
	Cause: `The record has a status, a body and a content type. Whatever else the first answer said
in its header is not stored, and Location with it.`,
	Reports: []string{
		"https://github.com/VSN2015/concerns_on_rails/pull/47",
	},
	CaughtBy: []string{"replay-keeps-location"},
	Mutate: func(p *reference.Policy) {
		stored(p, func(_ reference.Answer, kept *reference.Answer) { kept.Header.Del("Location") })
	},
})
