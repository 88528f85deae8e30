// Package builtin is what the commands know of the reference server: how it
// becomes a target like any other.
package builtin

import (
	"fmt"
	"slices"
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
	bodies := operations
	if c.Carrier.In == idem.InForm {
		bodies = formOperations
	}
	members, changed := compared(c)
	first, second := volatile(c)
	if second == "" {
		bodies = strings.Replace(bodies, "      volatile: OTHERWISE\n", "", 1)
	}
	return strings.NewReplacer(
		"FURTHER", members+first, "CHANGED", changed, "OTHERWISE", second, "API", api, "ADMIN", admin, "PROFILE", c.Profile,
		"TOKEN1", reference.TokenOne, "TOKEN2", reference.TokenTwo, "TOKEN3", reference.TokenOneSecond, "TOKEN4", reference.TokenOneRevocable,
		"SETTLE", idem.Duration(p.Settle).String(), "PATIENCE", idem.Duration(p.Patience).String(), "HELD", idem.Duration(p.Hold).String(),
	).Replace(access + bodies + levers)
}

// volatile returns the members that the contract leaves out of its fingerprint as
// a part of a body, and a patch that changes them. Both are empty if there are
// none, or none that the reference server does not use itself. Where the contract
// lists what counts, any other member is left out.
func volatile(c idem.Contract) (members, patch string) {
	members, patch = further(c.Fingerprint.Ignore)
	if len(c.Fingerprint.Members) > 0 {
		patch = ", note: second"
	}
	if patch == "" {
		return members, ""
	}
	return members, "{ " + strings.TrimPrefix(patch, ", ") + " }"
}

// compared returns the members that the contract lists as those that count, as a
// part of a body and as a part of a patch that changes them.
func compared(c idem.Contract) (members, patch string) { return further(c.Fingerprint.Members) }

// further writes members at the top of a body that the reference server does not
// use itself, and other values for them.
func further(pointers []string) (members, patch string) {
	for _, p := range pointers {
		name := strings.TrimPrefix(p, "/")
		if name == "" || strings.ContainsAny(name, "/~*") || slices.Contains(used, name) {
			continue
		}
		members += fmt.Sprintf(", %q: first", name)
		patch += fmt.Sprintf(", %q: second", name)
	}
	return members, patch
}

// used are the members that mean something to the reference server.
var used = []string{"amount", "currency", "source", "description", "metadata"}

const access = `# yaml-language-server: $schema=./.idemspec/target.schema.json
url: API
profile: PROFILE
environment: local
auth: { bearer: TOKEN1, shown: true }
accounts:
  other account: { auth: { bearer: TOKEN2, shown: true } }
  same account: { auth: { bearer: TOKEN3, shown: true } }
  revoked: { auth: { bearer: TOKEN4, shown: true } }
`

const operations = `operations:
  create:
    method: POST
    path: /v1/charges
    body: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}", metadata: { order: "7001", weight: 1.5 }, invoice: "7001", steps: [capture, settle]FURTHER }
    change: { amount: 5200CHANGED }
    bodies:
      added: { statement: thanks }
      removed: { metadata: null }
      nested: { metadata: { order: "7002" } }
      retyped: { invoice: 7001 }
      rearranged: { steps: [settle, capture] }
      invalid: { amount: -1 }
      declined: { source: tok_declined }
      volatile: OTHERWISE
    id: $.id
  transfer:
    role: other
    method: POST
    path: /v1/transfers
    body: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}", metadata: { order: "7001", weight: 1.5 }, invoice: "7001", steps: [capture, settle]FURTHER }
    id: $.id
  read: { role: read, method: GET, path: "/v1/charges/{{ id }}", id: $.id }
  replace:
    role: replace
    method: PUT
    path: /v1/charges/{{ id }}
    body: { amount: 6300, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    bodies: { partial: { source: null } }
    id: $.id
  update: { role: update, method: PATCH, path: "/v1/charges/{{ id }}", body: { amount: 7400 }, change: { amount: 7500 }, id: $.id }
  adjust: { role: adjust, method: PATCH, path: "/v1/charges/{{ id }}", body: { amount: "+100" }, id: $.id }
  delete: { role: delete, method: DELETE, path: "/v1/charges/{{ id }}" }
  batch:
    role: batch
    method: POST
    path: /v1/batches
    body:
      description: "{{ case.id }}"
      items:
        - { amount: 1100, currency: usd, source: tok_visa, item_key: "{{ case.id }}-1" }
        - { amount: 1200, currency: usd, source: tok_visa, item_key: "{{ case.id }}-2" }
    bodies:
      overlap:
        items:
          - { amount: 1200, currency: usd, source: tok_visa, item_key: "{{ case.id }}-2" }
          - { amount: 1300, currency: usd, source: tok_visa, item_key: "{{ case.id }}-3" }
    id: $.id
  job:
    role: async
    method: POST
    path: /v1/jobs
    body: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    success: [202]
    id: $.id
`

const formOperations = `operations:
  create:
    method: POST
    path: /v1/charges
    form: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    change: { amount: 5200 }
    bodies:
      added: { statement: thanks }
      invalid: { amount: -1 }
      declined: { source: tok_declined }
    id: $.id
  transfer:
    role: other
    method: POST
    path: /v1/transfers
    form: { amount: 4200, currency: usd, source: tok_visa, description: "{{ case.id }}" }
    id: $.id
  read: { role: read, method: GET, path: "/v1/charges/{{ id }}", id: $.id }
`

const levers = `ledger:
  http: { url: "ADMIN/ledger?marker={{ case.id }}", effects: "$.effects[*]", kind: $.kind, amount: $.amount, currency: $.currency, account: $.account }
  settle: SETTLE
  patience: PATIENCE
outside:
  http: { url: "ADMIN/outside?marker={{ case.id }}", effects: "$.sent[*]", kind: $.kind }
  settle: SETTLE
  patience: PATIENCE
clock:
  http: { url: "ADMIN/clock", body: { advance_seconds: "{{ seconds }}" } }
hold:
  http: { url: "ADMIN/hold", body: { marker: "{{ case.id }}" } }
  release: { url: "ADMIN/release", body: { marker: "{{ case.id }}" } }
  patience: HELD
restart:
  http: { url: "ADMIN/restart" }
  ready: { url: "ADMIN/ready", method: GET }
break:
  http: { url: "ADMIN/break", body: { marker: "{{ case.id }}", at: "{{ point }}" } }
  mend: { url: "ADMIN/mend", body: { marker: "{{ case.id }}" } }
revoke:
  http: { url: "ADMIN/revoke", body: { credential: TOKEN4 } }
`
