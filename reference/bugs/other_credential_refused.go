package bugs

import (
	"net/http"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// OtherCredentialRefused shows an outcome to nobody but who asked for it.
var OtherCredentialRefused = declare(Bug{
	ID:     "other-credential-refused",
	Title:  "Refuses a repeat that comes under another credential of the account",
	Kind:   "false-scope-share",
	Breaks: idem.OtherCredential,
	Cause: `The record keeps the name of the credential, and a guard against other accounts compares
that. After a rotation nobody can learn what came of the requests before it.`,
	Reports: []string{
		"https://github.com/lakekeeper/lakekeeper/pull/1995",
		"https://github.com/koala73/worldmonitor/pull/4728",
	},
	CaughtBy: []string{"other-credential"},
	Mutate: func(p *reference.Policy) {
		right := p.Entitled
		p.Entitled = func(c *reference.Call, known reference.Record) *reference.Answer {
			if known.Credential == c.Credential {
				return right(c, known)
			}
			no := failure()
			no.Status, no.Body = http.StatusForbidden, []byte("Forbidden\n")
			return &no
		}
	},
})
