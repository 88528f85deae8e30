package target

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
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
		if name == "empty.txt" {
			return []byte("\n"), nil
		}
		if name == "odd.txt" {
			return []byte("<charge note=\"{{ case.no }}\"/>"), nil
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
	if d := cmp.Diff([]idem.Lever{idem.ChangeLever, idem.ClockLever, idem.CredentialLever, idem.HoldLever, idem.LedgerLever}, tgt.Levers(op)); d != "" {
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

func TestAnotherAddressIsOneForHooksToo(t *testing.T) {
	tgt := mustLoad(t, whole)
	if err := tgt.SetURL("http://127.0.0.1:8080"); err != nil {
		t.Fatal(err)
	}
	ledger, err := tgt.Ledger.Bind(values)
	if err != nil || ledger.URL.Host != "127.0.0.1:8080" || bind(t, tgt).URL.Host != "127.0.0.1:8080" {
		t.Errorf("operations go to %v, and the ledger is asked at %v, %v", tgt.URL, ledger.URL, err)
	}
	if err := tgt.SetURL("127.0.0.1:8080"); err == nil {
		t.Error("an address without a scheme is taken")
	}
}

func TestHooksCanSendForms(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, `body: { advance_seconds: "{{ seconds }}" }`, `form: { frozen_time: "{{ seconds }}" }`, 1))
	v := values
	v.Seconds = "60"
	clock, err := tgt.Clock.Bind(v)
	kind, _ := idem.Message{Header: clock.Header}.Lookup("Content-Type")
	if err != nil || string(clock.Body) != "frozen_time=60" || kind != "application/x-www-form-urlencoded" {
		t.Errorf("clock gets %s as %q, %v", clock.Body, kind, err)
	}
}

func TestAnIDIsFoundInAHeader(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, "id: $.id", "id: { header: Location }", 1))
	for value, want := range map[string]string{
		"/v1/charges/ch_1": "ch_1", "https://api.example.com/v1/charges/ch%201?x=y": "ch 1", "ch_1": "ch_1", "": "", "/": "",
	} {
		r := idem.Response{Header: []idem.Field{{Name: "location", Value: value}}}
		if got, found := tgt.Operations[0].ResultID(r); got != want && found || found != (want != "") {
			t.Errorf("Location %q names %q, %v", value, got, found)
		}
	}
}

func TestMembersOfTheUsersOwnAreLeftAlone(t *testing.T) {
	text := "x-team: { note: \"{{ anything }}\" }\n" + strings.NewReplacer(
		"    success:", "    x-owner: \"{{ me }}\"\n    success:",
		"release: {", "release: { x-note: \"{{ later }}\",",
	).Replace(whole)
	mustLoad(t, text)
}
