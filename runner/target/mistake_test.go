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
