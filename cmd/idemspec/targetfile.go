package main

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// targetFile writes the target file of a running reference server, the same
// that a user would write.
func targetFile(c idem.Contract, api, admin string) string {
	body := "body"
	if c.Carrier.In == idem.InForm {
		body = "form"
	}
	return strings.NewReplacer(
		"API", api, "ADMIN", admin, "PROFILE", c.Profile, "BODY", body, "TOKEN", reference.TokenOne,
	).Replace(`# yaml-language-server: $schema=./.idemspec/target.schema.json
url: API
profile: PROFILE
environment: local
headers: { Authorization: Bearer TOKEN } # no secret: everybody knows it
operations:
  create:
    method: POST
    path: /v1/charges
    BODY: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    change: { amount: 5200 }
    id: $.id
ledger:
  http: { url: "ADMIN/ledger?marker={{ case.id }}", effects: "$.effects[*]", amount: $.amount, currency: $.currency, account: $.account }
  settle: 20ms
  patience: 1s
clock:
  http: { url: "ADMIN/clock", body: { advance_seconds: "{{ seconds }}" } }
hold:
  http: { url: "ADMIN/hold", body: { marker: "{{ case.id }}" } }
  release: { url: "ADMIN/release", body: { marker: "{{ case.id }}" } }
`)
}
