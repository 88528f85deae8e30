package target

import (
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

func TestTheKeyGoesIntoItsCarrier(t *testing.T) {
	form := strings.Replace(whole, "body: { amount: 4200, currency: usd, rate: 1.50, description: \"{{ case.id }}\" }", "form: { amount: 4200, note: \"a b&{{ case.id }}\" }", 1)
	raw := strings.Replace(whole, "body: { amount: 4200, currency: usd, rate: 1.50, description: \"{{ case.id }}\" }\n    change: { amount: 5200 }", "body_file: body.json", 1)
	for _, c := range []struct {
		name, text string
		carrier    idem.Carrier
		check      func(Bound) string
		want       string
	}{
		{"a bare header", whole, idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}, lastField, "Idempotency-Key: k-1"},
		{"a query parameter", whole, idem.Carrier{In: idem.InQuery, Name: "token"}, func(b Bound) string { return b.URL.RequestURI() }, "/api/v1/charges?token=k-1"},
		{"a member of the body", whole, idem.Carrier{In: idem.InBody, Name: "/meta/key"}, body, `{"amount":4200,"currency":"usd","rate":1.50,"description":"idm-1-001","meta":{"key":"k-1"}}`},
		{"a member of a raw body", raw, idem.Carrier{In: idem.InBody, Name: "/key"}, body, `{"b":1.0,"a":"idm-1-001","key":"k-1"}`},
		{"a field of a form", form, idem.Carrier{In: idem.InForm, Name: "key"}, body, "amount=4200&note=a+b%26idm-1-001&key=k-1"},
	} {
		b, err := bind(t, mustLoad(t, c.text)).Carry(c.carrier, "k-1")
		if err != nil || c.check(b) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, c.check(b), err, c.want)
		}
	}
	for _, carrier := range []idem.Carrier{{In: idem.InForm, Name: "key"}, {In: "cookie"}, {In: idem.InBody, Name: "/amount/key"}} {
		if _, err := bind(t, mustLoad(t, whole)).Carry(carrier, "k-1"); err == nil {
			t.Errorf("a JSON body carries a key in %+v", carrier)
		}
	}
}

func lastField(b Bound) string {
	f := b.Header[len(b.Header)-1]
	return f.Name + ": " + f.Value
}

func body(b Bound) string { return string(b.Body) }

func TestAKeyIsNotCarriedBesideAnother(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		carrier  idem.Carrier
	}{
		"a header":       {`{ X-Run: "{{ run.id }}" }`, `{ idempotency-key: "{{ $uuid }}" }`, idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}},
		"a parameter":    {"path: /v1/charges\n", "path: /v1/charges?key=1\n", idem.Carrier{In: idem.InQuery, Name: "key"}},
		"a member":       {"currency: usd", "key: 1", idem.Carrier{In: idem.InBody, Name: "/key"}},
		"a form's field": {plainBody, `form: { key: 1, note: "{{ case.id }}", amount: 1 }`, idem.Carrier{In: idem.InForm, Name: "key"}},
	} {
		tgt := mustLoad(t, strings.Replace(whole, c.old, c.new, 1))
		if b, err := bind(t, tgt).Carry(c.carrier, "k-1"); err == nil || !strings.Contains(err.Error(), "take it out of the target file") {
			t.Errorf("%s: %v, body %s, %v", name, b.Header, b.Body, err)
		}
	}
}

func TestAKeyCanStandTwice(t *testing.T) {
	b, err := bind(t, mustLoad(t, whole)).Carry(idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}, "a", "b")
	if err != nil || lastField(b) != "Idempotency-Key: b" || b.Header[len(b.Header)-2].Value != "a" {
		t.Errorf("%v, %v", b.Header, err)
	}
	if _, err := bind(t, mustLoad(t, whole)).Carry(idem.Carrier{In: idem.InQuery, Name: "key"}, "a", "b"); err == nil {
		t.Error("a query carries two keys")
	}
}
