package target

import (
	"regexp"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
)

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

func TestRandomValuesStayWhereOthersGo(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, plainBody+"\n", `body: { a: "{{ $uuid }}", b: "{{ $uuid }} {{ $uuid }}", c: "{{ case.id }}" }
    bodies: { removed: { a: null } }
`, 1))
	b := bind(t, tgt)
	removed, err := b.Variant(idem.RemovedBody)
	if err != nil || !idem.EqualJSON(b.Body, removed.Body, "/a") {
		t.Errorf("without one member the others differ, %v:\n%s\n%s", err, b.Body, removed.Body)
	}
	found := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}`).FindAllString(string(b.Body), -1)
	if len(found) != 3 || found[0] == found[1] || found[1] == found[2] {
		t.Errorf("the UUIDs of three places are %q", found)
	}
	v := values
	v.Seed++
	other, err := tgt.Bind(&tgt.Operations[0], v, idem.Own)
	if err != nil || string(other.Body) == string(b.Body) {
		t.Errorf("another seed gives the same body %s, %v", other.Body, err)
	}
}

func TestTemplatesInAddressesAreEscaped(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, "path: /v1/charges\n", "path: \"/v1/{{ case.id }}/x?y={{ case.id }}\"\n", 1))
	v := values
	v.CaseID = "a b/c?d&e"
	b, err := tgt.Bind(&tgt.Operations[0], v, idem.Own)
	if err != nil || b.URL.RequestURI() != "/api/v1/a%20b%2Fc%3Fd%26e/x?y=a%20b%2Fc%3Fd%26e" {
		t.Errorf("%s, %v", b.URL.RequestURI(), err)
	}
}

func TestOneHeaderReplacesAnother(t *testing.T) {
	tgt := mustLoad(t, strings.Replace(whole, `{ X-Run: "{{ run.id }}" }`, `{ accept: text/plain, Content-Type: application/vnd.api+json }`, 1))
	m := idem.Message{Header: bind(t, tgt).Header}
	accept, _ := m.Lookup("Accept")
	kind, _ := m.Lookup("Content-Type")
	if accept != "text/plain" || kind != "application/vnd.api+json" || len(m.Header) != 3 {
		t.Errorf("%v", m.Header)
	}
}
