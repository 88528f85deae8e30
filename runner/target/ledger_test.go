package target

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

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
		{"an error page", `{"error":"forbidden"}`, nil, `has no "data", through which $.data[*] leads`},
		{"an error page with a list", `{"error":"forbidden","details":[]}`, nil, `has no "data"`},
		{"text in place of a list", `{"data":"forbidden"}`, nil, "neither a list nor an object"},
		{"effects by name", `{"data":{"one":{"id":"a"}}}`, []idem.Effect{{ID: "a"}}, ""},
		{"no JSON", `<html>`, nil, "is no JSON"},
		{"two values", `{"data":[]} {"data":[{"id":"a"}]}`, nil, "something follows the value"},
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

func TestEffectsStandWhereThePathSays(t *testing.T) {
	for _, c := range []struct{ path, body, want string }{
		{"$", `[{"id":1},{"id":2}]`, "1 2"},
		{"$[*]", `[{"id":1}]`, "1"},
		{"$.data", `{"data":[{"id":1}]}`, "1"},
		{"$.data", `{"data":{"id":1}}`, "1"},
		{"$.data.items[*].charge", `{"data":{"items":[{"charge":{"id":1}},{"refund":{"id":2}}]}}`, "1"},
		{"$.data[?@.kind == 'charge']", `{"data":[{"id":1,"kind":"charge"},{"id":2,"kind":"refund"}]}`, "1"},
		{"$.data[?@.kind == 'charge']", `{"data":[]}`, ""},
		{"$..charge", `{"a":{"charge":{"id":1}},"b":[{"charge":{"id":2}}]}`, "1 2"},
		{"$.data.items[*]", `{"data":null}`, ""},
		{"$.data.items[*]", `{"data":{}}`, "error"},
		{"$.data[*]", `[]`, "error"},
		{"$[*]", `"forbidden"`, "error"},
	} {
		l := mustLoad(t, strings.Replace(whole, `"$.data[*]"`, `"`+c.path+`"`, 1)).Ledger
		effects, err := l.Effects([]byte(c.body))
		var got []string
		for _, e := range effects {
			got = append(got, e.ID)
		}
		slices.Sort(got) // members of an object have no order
		if err != nil {
			got = []string{"error"}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s of %s: %q, %v, want %q", c.path, c.body, s, err, c.want)
		}
	}
}
