package target

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/idemspec/idemspec/runner/mask"
)

const whole = `# a target
url: https://staging.example.com/api
profile: stripe-v1
environment: staging
auth: { bearer: "${env:TOKEN}" }
headers: { Accept: application/json }
operations:
  create:
    method: POST
    path: /v1/charges
    headers: { X-Run: "{{ run.id }}" }
    body: { amount: 4200, currency: usd, rate: 1.50, description: "{{ case.id }}" }
    change: { amount: 5200 }
    success: [201]
    id: $.id
ledger:
  http: { path: "/v1/charges?description={{ case.id }}", effects: "$.data[*]", amount: $.amount }
  settle: 50ms
clock:
  http: { url: "http://127.0.0.1:9/clock", body: { advance_seconds: "{{ seconds }}" } }
hold:
  http: { path: /hold, body: { case: "{{ case.id }}" } }
  release: { path: /release }
limits: { max_requests: 500 }
`

var env = Env{
	Getenv: func(name string) (string, bool) {
		v, found := map[string]string{"TOKEN": "sk_test_4711", "EMPTY": ""}[name]
		return v, found
	},
	ReadFile: func(name string) ([]byte, error) {
		if name == "secret.txt" {
			return []byte("s3cret-value\n"), nil
		}
		if name == "body.json" {
			return []byte(`{"b": 1.0, "a": "{{ case.id }}"}`), nil
		}
		return nil, fmt.Errorf("open %s: %w", name, os.ErrNotExist)
	},
}

var values = Values{CaseID: "idm-1-001", RunID: "1", Seed: 7, Now: time.Unix(1_800_000_000, 0)}

func mustLoad(t *testing.T, text string) *Target {
	t.Helper()
	tgt, err := Load("t.yaml", []byte(text), env)
	if err != nil {
		t.Fatal(err)
	}
	return tgt
}

func bind(t *testing.T, tgt *Target) Bound {
	t.Helper()
	b, err := tgt.Bind(&tgt.Operations[0], values, idem.Own)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAWholeFileBinds(t *testing.T) {
	tgt := mustLoad(t, whole)
	b := bind(t, tgt)
	if got := b.URL.String(); got != "https://staging.example.com/api/v1/charges" {
		t.Errorf("URL = %s", got)
	}
	if d := cmp.Diff([]idem.Field{
		{Name: "Accept", Value: "application/json"},
		{Name: "Authorization", Value: "Bearer sk_test_4711"},
		{Name: "X-Run", Value: "1"},
		{Name: "Content-Type", Value: "application/json"},
	}, b.Header); d != "" {
		t.Error(d)
	}
	if got, want := string(b.Body), `{"amount":4200,"currency":"usd","rate":1.50,"description":"idm-1-001"}`; got != want {
		t.Errorf("Body = %s, want %s", got, want)
	}
	changed, err := b.Variant(idem.ChangedBody)
	if err != nil || string(changed.Body) != `{"amount":5200,"currency":"usd","rate":1.50,"description":"idm-1-001"}` {
		t.Errorf("changed body %s, %v", changed.Body, err)
	}
	op := &tgt.Operations[0]
	if id, found := op.ResultID(idem.Response{Body: idem.Bytes(`{"id":"ch_1"}`)}); !found || id != "ch_1" {
		t.Errorf("ResultID = %q, %v", id, found)
	}
	if op.Line != 8 || !op.Success(201) || op.Success(200) || op.Role != idem.Create {
		t.Errorf("operation %+v", op)
	}
	if !slices.Contains(tgt.Secrets, mask.Secret{Value: "sk_test_4711", Name: "${env:TOKEN}"}) {
		t.Errorf("the token is no secret: %v", tgt.Secrets)
	}
	if d := cmp.Diff([]idem.Lever{idem.ChangeLever, idem.ClockLever, idem.HoldLever, idem.LedgerLever}, tgt.Levers(op)); d != "" {
		t.Error(d)
	}
}

func TestHooksKeepTheCredentialAtHome(t *testing.T) {
	tgt := mustLoad(t, whole)
	ledger, err := tgt.Ledger.Bind(values)
	if err != nil || ledger.URL.String() != "https://staging.example.com/api/v1/charges?description=idm-1-001" {
		t.Errorf("ledger at %v, %v", ledger.URL, err)
	}
	if _, found := (idem.Message{Header: ledger.Header}).Lookup("Authorization"); !found {
		t.Error("the ledger of the target's own host gets no credential")
	}
	v := values
	v.Seconds = "86400"
	clock, err := tgt.Clock.Bind(v)
	if err != nil || string(clock.Body) != `{"advance_seconds":86400}` {
		t.Errorf("clock gets %s, %v", clock.Body, err)
	}
	if _, found := (idem.Message{Header: clock.Header}).Lookup("Authorization"); found {
		t.Error("the credential leaves for another host")
	}
}

func TestARepeatHasTheSameBytes(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, "currency: usd", `currency: usd, a: "{{ $uuid }}", b: "{{ $randomHex }}", n: "{{ $randomInt }}", t: "{{ $timestamp }}", w: "{{ $isoTimestamp }}"`, 1))
	first, again := bind(t, tgt), bind(t, tgt)
	if string(first.Body) != string(again.Body) {
		t.Errorf("two bindings of one case differ:\n%s\n%s", first.Body, again.Body)
	}
	changed, err := first.Variant(idem.ChangedBody)
	if err != nil {
		t.Fatal(err)
	}
	if !idem.EqualJSON(first.Body, changed.Body, "/amount") {
		t.Errorf("the change changes more than it says:\n%s\n%s", first.Body, changed.Body)
	}
	v := values
	v.CaseID = "idm-1-002"
	other, err := tgt.Bind(&tgt.Operations[0], v, idem.Own)
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{"/a", "/b"} {
		a, _ := idem.Response{Body: first.Body}.At(member)
		b, _ := idem.Response{Body: other.Body}.At(member)
		if a == b || a == "" {
			t.Errorf("two cases have %q for %s", a, member)
		}
	}
}

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

func TestLedgersNeverReadAnErrorAsNothing(t *testing.T) {
	l := mustLoad(t, whole).Ledger
	for _, c := range []struct {
		name, body string
		want       []idem.Effect
		err        string
	}{
		{"two effects, digits as spelled", `{"data":[{"id":"a","amount":42.00},{"id":7}]}`, []idem.Effect{{ID: "a", Amount: "42.00"}, {ID: "7"}}, ""},
		{"none", `{"data":[]}`, []idem.Effect{}, ""},
		{"no list at all", `{"data":null}`, []idem.Effect{}, ""},
		{"an error page", `{"error":"forbidden"}`, nil, "has no list"},
		{"no JSON", `<html>`, nil, "is no JSON"},
		{"an effect without an id", `{"data":[{"amount":1}]}`, nil, "effect 0 of the ledger's answer has no id"},
	} {
		got, err := l.Effects([]byte(c.body))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, %v, want an error that says %q", c.name, got, err, c.err)
			}
			continue
		}
		if d := cmp.Diff(c.want, got); d != "" || err != nil {
			t.Errorf("%s: %v %s", c.name, err, d)
		}
	}
}

func TestAFileSecretLosesItsLineEnd(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, "${env:TOKEN}", "${file:secret.txt}", 1))
	if got := bind(t, tgt).Header[1].Value; got != "Bearer s3cret-value" {
		t.Errorf("Authorization: %s", got)
	}
}

func TestABasicCredentialIsSecretAsAWhole(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, `bearer: "${env:TOKEN}"`, `basic: {user: me, password: "${env:TOKEN}"}`, 1))
	header := bind(t, tgt).Header[1].Value
	if masked := mask.New(tgt.Secrets).String(header); header != "Basic bWU6c2tfdGVzdF80NzEx" || strings.Contains(masked, "c2tfdGVzdF80") {
		t.Errorf("%s is masked as %s", header, masked)
	}
}

func TestAnAddressIsNoSecret(t *testing.T) {
	withAddress := Env{ReadFile: env.ReadFile, Getenv: func(name string) (string, bool) {
		return map[string]string{"API": "http://127.0.0.1:8080", "TOKEN": "sk_test_4711"}[name], true
	}}
	tgt, err := Load("t.yaml", []byte(strings.Replace(whole, "https://staging.example.com/api", "${env:API}", 1)), withAddress)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tgt.Secrets {
		if s.Value == "http://127.0.0.1:8080" {
			t.Error("the address of the target would be masked")
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load("t.yaml", []byte(whole), env); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("url: http://a\noperations: {c: {method: POST, path: /a, body_raw: x}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tgt, err := Load("t.yaml", text, env)
		var e *source.Error
		if err != nil {
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		for i := range tgt.Operations {
			if b, err := tgt.Bind(&tgt.Operations[i], values, idem.Own); err == nil {
				_, _ = b.Carry(idem.Carrier{In: idem.InBody, Name: "/k"}, "k")
			}
		}
	})
}
