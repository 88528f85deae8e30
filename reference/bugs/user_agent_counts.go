package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// UserAgentCounts hashes who asks along with what for.
var UserAgentCounts = declare(Bug{
	ID:     "user-agent-counts",
	Title:  "Refuses a repeat that comes with another user agent or trace",
	Kind:   "volatile-hash",
	Breaks: idem.OtherHeaderSent,
	Cause: `The whole header goes into the hash. Each attempt has a trace of its own, and a client
that was updated another name, so that no repeat is ever the same.`,
	Reports: []string{
		"https://github.com/asimons81/wp-chatgpt-publisher/pull/14",
	},
	CaughtBy: []string{"other-headers"},
	Mutate: func(p *reference.Policy) {
		right := p.Fingerprint
		p.Fingerprint = func(c *reference.Call) reference.Print {
			all := right(c)
			all.Header = digest(c.Request.UserAgent() + "\n" + c.Request.Header.Get("Traceparent"))
			return all
		}
	},
})
