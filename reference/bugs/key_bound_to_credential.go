package bugs

import (
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyBoundToCredential makes the token a part of the scope.
var KeyBoundToCredential = declare(Bug{
	ID:     "key-bound-to-credential",
	Title:  "Executes a repeat that comes under another credential of the account",
	Kind:   "false-scope-share",
	Breaks: idem.OtherCredential,
	Cause: `The scope is the token or the session and not the account that it stands for. Credentials
are rotated while retries are under way, and those pay twice.`,
	Reports: []string{
		"https://github.com/chuanghiduoc/nestjs-fastify-nx/pull/168",
		"https://github.com/NousResearch/hermes-agent/pull/24200",
	},
	CaughtBy: []string{"other-credential"},
	Mutate: func(p *reference.Policy) {
		right := p.Slot
		p.Slot = func(c *reference.Call) string { return "token=" + c.Credential + " " + right(c) }
	},
})
