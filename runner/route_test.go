package runner_test

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner"
)

const routed = create + `  transfer: { method: POST, path: /v1/transfers, body: { description: "{{ case.id }}" } }
  quote: { method: POST, path: /v1/quotes, body: { description: "{{ case.id }}" } }
  put: { method: PUT, path: "/v1/things/{{ case.id }}", body: { description: "{{ case.id }}" } }
  note: { role: other, method: POST, path: /v1/notes, body: { description: "{{ case.id }}" } }
`

// TestARouteHasItsOwnContract has operations on routes that differ: in where the
// key travels, in its length, and in whether it means anything.
func TestARouteHasItsOwnContract(t *testing.T) {
	d := &desk{}
	k := plans("a", send("first", "k1"), idem.Send{Label: "other", Request: idem.Request{Role: idem.Other, Key: "k2"}})
	planned := map[string]bool{}
	k.Plan = func(c idem.Contract) idem.Plan {
		planned[string(c.Carrier.In)] = c.Required.On("POST")
		return idem.Plan{send("first", "k1"), idem.Send{Label: "other", Request: idem.Request{Role: idem.Other, Key: "k2"}}}
	}
	judged := map[string]bool{}
	k.Judge = func(p *idem.Pass) {
		judged[string(p.Contract.Carrier.In)] = p.Contract.Required.On("POST")
		p.Answer("other")
	}
	c := setup(t, d, "", k)
	c.Target = load(t, c.Target.URL.String()+"/api", routed, "")
	c.Contract.Covers = []string{"POST"}
	c.Contract.Routes = []idem.Route{
		{Path: "/v1/transfers", Key: idem.NeedsKey, Carrier: idem.Carrier{In: idem.InBody, Name: "/token"}, Format: idem.Format{MaxLength: 20}},
		{Path: "/v1/quotes", Key: idem.IgnoresKey},
		{Path: "/v1/notes", Carrier: idem.Carrier{In: idem.InQuery, Name: "key"}},
	}
	results := map[string]idem.Result{}
	for _, r := range runner.Run(t.Context(), c).Results {
		results[r.Operation] = r
	}
	wants(t, results["create"], idem.Passed, "")
	wants(t, results["transfer"], idem.Passed, "")
	wants(t, results["quote"], idem.Skipped, "a key means nothing on POST of the operation quote")
	wants(t, results["put"], idem.Skipped, "a key means nothing on PUT of the operation put")
	if r := results["transfer"]; r.Method != "POST" || r.Path != "/api/v1/transfers" {
		t.Errorf("the operation is on record as %s %s", r.Method, r.Path)
	}
	want := map[string]bool{"header": false, "body": true}
	for where, required := range want {
		if got, seen := planned[where]; !seen || got != required {
			t.Errorf("planned with %v", planned)
		}
		if got, seen := judged[where]; !seen || got != required {
			t.Errorf("judged with %v", judged)
		}
	}
	for _, a := range d.came("/api/v1/transfers") {
		if key := a.header.Get("Idempotency-Key"); key != "" {
			t.Errorf("a transfer came with the key %s in its head: %s", key, a.body)
		}
	}
	for _, x := range results["transfer"].History.Exchanges {
		if long := len(x.Key) > 20; long != (x.Label == "other") {
			t.Errorf("%s has the key %s", x.Label, x.Key)
		}
	}
	for _, a := range d.came("/api/v1/notes") {
		if len(a.target) < len("/api/v1/notes?key=")+8 || a.header.Get("Idempotency-Key") != "" {
			t.Errorf("a note came as %s, %v", a.target, a.header)
		}
	}
}

// TestAKeyOnAnotherOperationMeansSomethingThere has a second operation on which
// keys mean nothing: what a used key does there is no breach. On a safe method it
// is a promise of its own.
func TestAKeyOnAnotherOperationMeansSomethingThere(t *testing.T) {
	for name, tt := range map[string]struct {
		path string
		role idem.Role
		want idem.Verdict
	}{
		"a key that counts":         {"/v1/others", idem.Other, idem.Failed},
		"one that means nothing":    {"/v1/notes", idem.Other, idem.Skipped},
		"a method that is safe":     {"/v1/notes", idem.Read, idem.Failed},
		"an operation not in there": {"/v1/notes", idem.Batch, idem.NotTested},
	} {
		d := &desk{}
		c := setup(t, d, "", accusing(send("first", "k1"), idem.Send{Label: "other", Request: idem.Request{Role: tt.role, Key: "k1"}}))
		c.Target = load(t, c.Target.URL.String(), routed+"  read: { role: read, method: GET, path: /v1/charges }\n", "")
		c.Contract.Routes = []idem.Route{{Path: tt.path, Key: idem.IgnoresKey}, {Path: "/v1/quotes", Key: idem.IgnoresKey}}
		if tt.path == "/v1/others" {
			c.Contract.Routes = nil
		}
		for _, r := range runner.Run(t.Context(), c).Results {
			if v := r.Judgement.Verdict(); r.Operation == "create" && v != tt.want {
				t.Errorf("%s: %s, %s", name, v, r.Judgement.Why())
			}
		}
	}
}
