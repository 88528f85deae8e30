// Package builtin is what the commands know of the reference server: how it
// becomes a target like any other.
package builtin

import (
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// A Pace says how long a run waits for the reference server.
type Pace struct {
	Settle   time.Duration // between two readings of a book
	Patience time.Duration // for effects that are due
	Hold     time.Duration // for the answer of a request that met a held one
}

// Usual is the pace for a server in a process of its own.
var Usual = Pace{Settle: 20 * time.Millisecond, Patience: time.Second, Hold: 300 * time.Millisecond}

// TargetFile writes the target file of a running reference server, the same that
// a user would write, with every lever that the server has.
func TargetFile(c idem.Contract, api, admin string, p Pace) string {
	body := "body"
	if c.Carrier.In == idem.InForm {
		body = "form"
	}
	return strings.NewReplacer(
		"API", api, "ADMIN", admin, "PROFILE", c.Profile, "BODY", body,
		"TOKEN1", reference.TokenOne, "TOKEN2", reference.TokenTwo, "TOKEN3", reference.TokenOneSecond,
		"SETTLE", idem.Duration(p.Settle).String(), "PATIENCE", idem.Duration(p.Patience).String(), "HELD", idem.Duration(p.Hold).String(),
	).Replace(text)
}

const text = `# yaml-language-server: $schema=./.idemspec/target.schema.json
url: API
profile: PROFILE
environment: local
auth: { bearer: TOKEN1, shown: true }
accounts:
  other account: { auth: { bearer: TOKEN2, shown: true } }
  same account: { auth: { bearer: TOKEN3, shown: true } }
operations:
  create:
    method: POST
    path: /v1/charges
    BODY: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    change: { amount: 5200 }
    id: $.id
ledger:
  http: { url: "ADMIN/ledger?marker={{ case.id }}", effects: "$.effects[*]", kind: $.kind, amount: $.amount, currency: $.currency, account: $.account }
  settle: SETTLE
  patience: PATIENCE
clock:
  http: { url: "ADMIN/clock", body: { advance_seconds: "{{ seconds }}" } }
hold:
  http: { url: "ADMIN/hold", body: { marker: "{{ case.id }}" } }
  release: { url: "ADMIN/release", body: { marker: "{{ case.id }}" } }
  patience: HELD
`
