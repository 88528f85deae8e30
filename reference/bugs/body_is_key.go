package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// BodyIsKey recognises requests by what they ask for.
var BodyIsKey = declare(Bug{
	ID:     "body-is-key",
	Title:  "Answers another key with the same body from the record of the first",
	Kind:   "derived-default-key",
	Breaks: idem.OtherKey,
	Cause: `A guard against double clicks compares bodies, whatever the key. A customer who buys the
same thing twice means it, gets a success twice, and one parcel.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/1436",
		"https://github.com/koala73/worldmonitor/pull/4728",
	},
	CaughtBy: []string{"other-key-other-effect"},
	Mutate: func(p *reference.Policy) {
		right := p.Slot
		p.Slot = func(c *reference.Call) string {
			object := members(c.Body)
			if c.Request.Method != http.MethodPost || object == nil {
				return right(c)
			}
			return "account=" + c.Account + " path=" + c.Request.URL.Path + " body=" + digest(string(encoded(object)))
		}
	},
})
