package target

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const plainBody = `body: { amount: 4200, currency: usd, rate: 1.50, description: "{{ case.id }}" }`

// mistakes spoil the whole file in one place each.
var mistakes = []struct{ name, old, new string }{
	{"no address", "url: https://staging.example.com/api\n", ""},
	{"an address without a scheme", "https://staging", "staging"},
	{"an address with a password", "https://staging", "https://me:pw@staging"},
	{"an unknown member", "profile:", "profil:"},
	{"an unset variable", "env:TOKEN", "env:TOKN"},
	{"an empty variable", "env:TOKEN", "env:EMPTY"},
	{"a missing secret file", "env:TOKEN", "file:nowhere"},
	{"an unknown source of secrets", "env:TOKEN", "vault:TOKEN"},
	{"a secret without a name", "env:TOKEN", "env:"},
	{"two credentials", `bearer: "${env:TOKEN}"`, `bearer: x, header: {name: a, value: b}`},
	{"an unknown template", "{{ case.id }}\" }\n    change", "{{ case.ids }}\" }\n    change"},
	{"an unquoted template", `"{{ case.id }}" }` + "\n    change", "{{ case.id }} }\n    change"},
	{"an unknown method", "method: POST", "method: SEND"},
	{"a path that is none", "path: /v1/charges\n", "path: v1/charges\n"},
	{"a change that changes nothing", "change: { amount: 5200 }", "change: { amount: 4200.0 }"},
	{"a JSONPath that is none", "id: $.id", "id: $.["},
	{"two bodies", "success:", "form: {a: b}\n    success:"},
	{"a status in text", "success: [201]", "success: [created]"},
	{"a ledger for everybody", "?description={{ case.id }}", ""},
	{"a marker that is sent nowhere", "description: \"{{ case.id }}\" }\n    change", "description: x }\n    change"},
	{"a clock that is told nothing", `"{{ seconds }}"`, "10"},
	{"a clock with two ways", "clock:\n", "clock:\n  wait: true\n"},
	{"a hook without a release", "  release: { path: /release }\n", ""},
	{"a hook with two addresses", "{ path: /release }", "{ path: /release, url: \"http://a\" }"},
	{"a duration that is none", "settle: 50ms", "settle: 50"},
	{"a limit below one", "max_requests: 500", "max_requests: 0"},
	{"a header with a line end", `"{{ run.id }}"`, `"a\r\nb"`},
	{"a body file that is not there", plainBody, "body_file: nope.json"},
	{"an empty secret file", "env:TOKEN", "file:empty.txt"},
	{"a secret that cannot be an address", "https://staging.example.com/api", "${env:TOKEN}"},
	{"a bearer token with a line end", `"${env:TOKEN}"`, `"a\nb"`},
	{"a user with a colon", `bearer: "${env:TOKEN}"`, `basic: { user: "a:b", password: c }`},
	{"one credential for two parties", "headers: {", "accounts: { other account: { auth: { bearer: \"${env:TOKEN}\" } } }\nheaders: {"},
	{"an unknown party", "headers: {", "accounts: { another account: { auth: { bearer: x } } }\nheaders: {"},
	{"a credential among the headers", "Accept: application/json", "authorization: Bearer x"},
	{"a credential's header among an operation's", `bearer: "${env:TOKEN}" }`, `header: { name: x-run, value: a } }`},
	{"a length among the headers", "Accept: application/json", `content-length: "5"`},
	{"a header that stands twice", "Accept: application/json", "Accept: application/json, accept: text/html"},
	{"a template of the clock in an operation", `"{{ run.id }}"`, `"{{ seconds }}"`},
	{"a template where none is filled", "environment: staging", `environment: "{{ run.id }}"`},
	{"a template in a JSONPath", `"$.data[*]"`, `"$.data[?@.description == '{{ case.id }}']"`},
	{"a template in a name", "currency: usd", `"{{ run.id }}": usd`},
	{"an unknown template in a body file", plainBody, "body_file: odd.txt"},
	{"a path with a fragment", "path: /v1/charges\n", "path: /v1/charges#top\n"},
	{"a path with a broken escape", "path: /v1/charges\n", "path: /v1/%zz\n"},
	{"a hook at no address", "http://127.0.0.1:9/clock", "127.0.0.1:9/clock"},
	{"a change that changes only the template's spacing", "change: { amount: 5200 }", `change: { description: "{{case.id}}" }`},
	{"a change that loses the marker", "change: { amount: 5200 }", "change: { amount: 5200, description: other }"},
	{"a raw change of a JSON body", "change: { amount: 5200 }", "change_raw: other"},
	{"a form with a list", plainBody, `form: { amount: 4200, description: "{{ case.id }}", tags: [a] }`},
	{"a change of a form into a list", plainBody + "\n    change: { amount: 5200 }", `form: { amount: 4200, description: "{{ case.id }}" }` + "\n    change: { amount: [1] }"},
	{"a resource that nothing names", "    id: $.id\n", "  show: { method: GET, path: \"/v1/charges/{{ id }}\", role: read }\n"},
	{"a resource of an operation that makes one", "path: /v1/charges\n", `path: "/v1/charges/{{ id }}"` + "\n"},
	{"a break that is told nothing", "limits:", "break: { http: { path: /break }, mend: { path: /mend } }\nlimits:"},
	{"a right that nobody loses", "limits:", "revoke: { http: { path: /revoke } }\nlimits:"},
	{"a length of time that is zero", "settle: 50ms", "settle: 0s"},
	{"a length of time beyond all bounds", "settle: 50ms", "settle: 99999999h"},
	{"a limit in words", "max_requests: 500", "max_requests: many"},
	{"a limit beyond all bounds", "max_requests: 500", "max_requests: 1e99"},
	{"an unknown role", "    success:", "    role: creates\n    success:"},
	{"an unknown body", "    success:", "    bodies: { change: { amount: 1 } }\n    success:"},
	{"an empty file", whole, "# nothing\n"},
	{"no create operation", "    success:", "    role: read\n    success:"},
}

func TestMistakesAreShownWithTheirPlace(t *testing.T) {
	var b strings.Builder
	for _, m := range mistakes {
		text := strings.Replace(whole, m.old, m.new, 1)
		if text == whole {
			t.Fatalf("%s: nothing was spoilt", m.name)
		}
		_, err := Load("t.yaml", []byte(text), env)
		var e *source.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v has no place", m.name, err)
		}
		if e.Excerpt == "" || strings.Contains(err.Error(), "sk_test_4711") {
			t.Errorf("%s: no excerpt, or a secret in it: %v", m.name, err)
		}
		fmt.Fprintf(&b, "# %s\n%v\n\n", m.name, err)
	}
	golden(t, "testdata/mistakes.golden", b.String())
}

// golden holds a text to a file, or rewrites that with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs, see 'go test ./runner/target -update': %s", file, d)
	}
}
