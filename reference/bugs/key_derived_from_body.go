package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyDerivedFromBody makes a key for those who send none.
var KeyDerivedFromBody = declare(Bug{
	ID:     "key-derived-from-body",
	Title:  "Takes two requests without a key for one if their bodies are equal",
	Kind:   "derived-default-key",
	Breaks: idem.MissingKey,
	Cause: `Where no key is sent, a hash of the body is used. Two equal payments in a row are wanted
now and then, and the second is answered with the first one's receipt.`,
	Reports: []string{
		"https://github.com/LerianStudio/midaz/issues/1436",
	},
	CaughtBy: []string{"keyless-requests-separate"},
	Mutate: func(p *reference.Policy) {
		right := p.Key
		p.Key = func(c *reference.Call) (string, error) {
			key, err := right(c)
			if err == nil && key == "" && c.Request.Method == http.MethodPost && c.Policy.Missing(c) == nil {
				key = digest(c.Request.URL.Path + "\n" + string(encoded(members(c.Body))))
			}
			return key, err
		}
	},
})
