package target

import (
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/runner/mask"
)

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

func TestASecretIsNoTemplate(t *testing.T) {
	odd := Env{ReadFile: env.ReadFile, Getenv: func(string) (string, bool) { return "a{{ b }}c{{ $x }}", true }}
	tgt, err := Load("t.yaml", []byte(strings.Replace(whole, "currency: usd", `currency: "${env:ODD}"`, 1)), odd)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(bind(t, tgt).Body); !strings.Contains(got, `"currency":"a{{ b }}c{{ $x }}"`) {
		t.Errorf("the secret is sent as %s", got)
	}
}

func TestErrorsShowNoSecret(t *testing.T) {
	const secret = "s3cr3t: #[?'\"\x01"
	given := Env{
		Getenv:   func(string) (string, bool) { return secret, true },
		ReadFile: func(name string) ([]byte, error) { return nil, &fsError{name} },
	}
	for name, change := range map[string][2]string{
		"an address":     {"https://staging.example.com/api", "${env:S}"},
		"part of one":    {"https://staging.example.com/api", `"https://${env:S}/"`},
		"a path":         {"path: /v1/charges\n", `path: "/${env:S}%zz"` + "\n"},
		"a JSONPath":     {"id: $.id", `id: "${env:S}"`},
		"a header":       {`"{{ run.id }}"`, `"${env:S}"`},
		"a credential":   {"env:TOKEN", "env:S"},
		"a body file":    {plainBody, `body_file: "${env:S}"`},
		"a hook":         {`"http://127.0.0.1:9/clock"`, `"${env:S}"`},
		"an environment": {"environment: staging", `environment: "${env:S}"`},
	} {
		_, err := Load("t.yaml", []byte(strings.Replace(whole, change[0], change[1], 1)), given)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: the error shows the secret: %v", name, err)
		}
	}
}

type fsError struct{ name string }

func (e *fsError) Error() string { return "open " + e.name + ": no such file" }

func TestCredentialsOfParties(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, "headers: {", `accounts:
  other account: { auth: { header: { name: X-Api-Key, value: two } } }
headers: {`, 1))
	op := &tgt.Operations[0]
	for party, want := range map[idem.Party][2]string{
		idem.Own: {"Bearer sk_test_4711", ""}, idem.OtherAccount: {"", "two"}, idem.Nobody: {"", ""},
	} {
		b, err := tgt.Bind(op, values, party)
		if err != nil {
			t.Fatal(err)
		}
		m := idem.Message{Header: b.Header}
		bearer, _ := m.Lookup("Authorization")
		key, _ := m.Lookup("X-Api-Key")
		if [2]string{bearer, key} != want {
			t.Errorf("%q sends %q and %q", party, bearer, key)
		}
	}
	if b, err := tgt.Bind(op, values, idem.Revoked); err == nil {
		t.Errorf("a party without a credential sends %v", b.Header)
	}
}
