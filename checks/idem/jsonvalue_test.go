package idem

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestEqualJSONComparesValues(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		ignore     []string
		want       bool
	}{
		{"the order of members does not matter", `{"a":1,"b":2}`, `{"b":2,"a":1}`, nil, true},
		{"white space does not matter", `{ "a" : [1, 2] }`, `{"a":[1,2]}`, nil, true},
		{"the spelling of a number does not matter", `{"a":1.50}`, `{"a":15e-1}`, nil, true},
		{"digits beyond a float do matter", `10000000000000000000001`, `10000000000000000000000`, nil, false},
		{"the order of an array matters", `[1,2]`, `[2,1]`, nil, false},
		{"null is not absence", `{"a":null}`, `{}`, nil, false},
		{"a string is not a number", `"1"`, `1`, nil, false},
		{"an ignored member does not matter", `{"a":1,"t":2}`, `{"a":1,"t":3}`, []string{"/t"}, true},
		{"an ignored member may be absent", `{"a":1,"t":2}`, `{"a":1}`, []string{"/t"}, true},
		{"a nested member is ignored by its pointer", `{"a":{"b/c":1}}`, `{"a":{"b/c":2}}`, []string{"/a/b~1c"}, true},
		{"what is no JSON is not equal", `{`, `{`, nil, false},
		{"text after the value is no JSON", `{} {}`, `{} {}`, nil, false},
		{"a monstrous exponent is compared by its spelling", `1e999999999`, `1e999999998`, nil, false},
	} {
		if got := EqualJSON([]byte(c.a), []byte(c.b), c.ignore...); got != c.want {
			t.Errorf("%s: EqualJSON(%s, %s) = %v", c.name, c.a, c.b, got)
		}
	}
}

func TestEqualJSONIsReflexiveOverReformatting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.Int())).Draw(t, "value")
		tight, _ := json.Marshal(v)
		loose, _ := json.MarshalIndent(v, " ", "\t")
		if !EqualJSON(tight, loose) {
			t.Fatalf("%s differs from %s", tight, loose)
		}
	})
}

func FuzzEqualJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":null}]}`), []byte(`{"a":[1.0,{"b":null}]}`), "/a/1/b")
	f.Add([]byte(`1e400`), []byte(`1e-400`), "")
	f.Fuzz(func(t *testing.T, a, b []byte, pointer string) {
		if EqualJSON(a, b, pointer) != EqualJSON(b, a, pointer) {
			t.Errorf("equality of %q and %q depends on their order", a, b)
		}
	})
}

func TestPointersFindMembers(t *testing.T) {
	r := Response{Body: Bytes(`{"errors":[{"code":"E1"}],"n":12.50,"a/b":{"~":"x"},"t":true}`)}
	for pointer, want := range map[string]string{
		"/errors/0/code": "E1", "/n": "12.50", "/a~1b/~0": "x", "/t": "true", "/errors/0": `{"code":"E1"}`,
	} {
		if got, found := r.At(pointer); !found || got != want {
			t.Errorf("At(%q) = %q, %v, want %q", pointer, got, found, want)
		}
	}
	for _, pointer := range []string{"/errors/1", "/errors/x", "/missing", "/n/x", "/errors/-1"} {
		if got, found := r.At(pointer); found {
			t.Errorf("At(%q) = %q, want nothing", pointer, got)
		}
	}
}
