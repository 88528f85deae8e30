package reference_test

import (
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

func TestScopeOfAKey(t *testing.T) {
	perCredential, perPath, perMethod := seed, seed, seed
	perCredential.Scope = []idem.Scope{idem.PerCredential}
	perPath.Scope = []idem.Scope{idem.PerAccount, idem.PerPath}
	perMethod.Scope = []idem.Scope{idem.PerMethod}
	for _, c := range []struct {
		name     string
		contract idem.Contract
		token    string
		effects  int
	}{
		{"another account has keys of its own", seed, reference.TokenTwo, 2},
		{"an account is never left out of the scope", perMethod, reference.TokenTwo, 2},
		{"another credential of one account shares its keys", seed, reference.TokenOneSecond, 1},
		{"another credential has keys of its own where the contract says so", perCredential, reference.TokenOneSecond, 2},
		{"the same credential shares its keys on one path", perPath, reference.TokenOne, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			tg := start(t, options(c.contract))
			o := tg.fresh()
			first := tg.order(o)
			o.token = c.token
			second := tg.order(o)
			if same := first.Resource == second.Resource; same != (c.effects == 1) {
				t.Errorf("the resources are %q and %q", first.Resource, second.Resource)
			}
			tg.wantEffects(o.marker, c.effects)
		})
	}
}

func TestOneKeyOnTwoPaths(t *testing.T) {
	perPath := seed
	perPath.Scope = []idem.Scope{idem.PerAccount, idem.PerPath}
	anyBody := svix
	anyBody.Scope = nil
	for _, c := range []struct {
		name     string
		contract idem.Contract
		status   int
		kinds    []string
	}{
		{"is a used key with another request", seed, 422, []string{"charge"}},
		{"is two keys where paths are scopes", perPath, 201, []string{"charge", "refund"}},
		{"replays the other path where nothing is compared", anyBody, 201, []string{"charge"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tg := start(t, options(c.contract))
			o := tg.fresh()
			charge := tg.order(o)
			r := newRequest(t, "POST", tg.api+"/v1/refunds", []byte(`{"charge": "`+charge.Resource+`"}`))
			authorize(r, "")
			r.Header.Set("Idempotency-Key", o.key)
			if x := tg.send(r); x.Response.Status != c.status {
				t.Errorf("got %d %s, want %d", x.Response.Status, x.Response.Body, c.status)
			}
			var kinds []string
			for _, e := range tg.effects(o.marker) {
				kinds = append(kinds, e.Kind)
			}
			if len(kinds) != len(c.kinds) {
				t.Errorf("the ledger shows %v, want %v", kinds, c.kinds)
			}
		})
	}
}

func TestStrangersLearnNothing(t *testing.T) {
	tg := start(t, options(seed))
	o := tg.fresh()
	tg.order(o)
	o.token = "sk_test_unknown"
	if x := tg.order(o); x.Response.Status != 401 || x.Resource != "" {
		t.Errorf("got %d %s, want 401", x.Response.Status, x.Response.Body)
	}
	tg.wantEffects(o.marker, 1)
}
