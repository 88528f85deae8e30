package source

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const testSchema = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$id": "https://example.com/test.schema.json",
  "type": "object",
  "additionalProperties": false,
  "required": ["url"],
  "properties": {
    "url": {"type": "string", "description": "Where the API is."},
    "level": {"enum": ["must", "should"], "description": "How strongly it is promised."},
    "port": {"type": "integer"},
    "name": {"type": "string", "pattern": "^[a-z]+$"},
    "auth": {"$ref": "#/definitions/auth"},
    "list": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {"id": {"type": "string"}}}}
  },
  "definitions": {
    "auth": {"oneOf": [
      {"type": "object", "additionalProperties": false, "required": ["bearer"], "properties": {"bearer": {"type": "string"}}},
      {"type": "object", "additionalProperties": false, "required": ["basic"], "properties": {"basic": {"type": "object", "required": ["user"], "properties": {"user": {"type": "string"}}}}}
    ]}
  }
}`

func mustCompile(t *testing.T) *Schema {
	t.Helper()
	s, err := Compile("https://example.com/test.schema.json", []byte(testSchema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMistakesAreShownWithTheirPlace(t *testing.T) {
	schema := mustCompile(t)
	for _, c := range []struct{ name, text, want string }{
		{"an unknown member", "url: x\nlevle: must\n", "f.yaml:2:1: \"levle\" is not known here, did you mean \"level\"?\n1 | url: x\n2 | levle: must\n  | ^\nhint: known here: auth, level, list, name, port, url"},
		{"an unknown value", "url: x\nlevel: most\n", "f.yaml:2:8: level cannot be \"most\": use one of must, should, did you mean \"must\"?\n1 | url: x\n2 | level: most\n  |        ^\nhint: How strongly it is promised."},
		{"a wrong type", "url: x\nport: eighty\n", "f.yaml:2:7: port must be a whole number, and \"eighty\" is none\n1 | url: x\n2 | port: eighty\n  |       ^"},
		{"a missing member", "level: must\n", "f.yaml:1:1: the file lacks \"url\"\n1 | level: must\n  | ^\nhint: url: Where the API is."},
		{"a pattern", "url: x\nname: A1\n", "f.yaml:2:7: name cannot be \"A1\": it must match ^[a-z]+$\n1 | url: x\n2 | name: A1\n  |       ^"},
		{"deep inside a list", "url: x\nlist:\n  - id: a\n  - idd: b\n", "f.yaml:4:5: \"idd\" is not known here, did you mean \"id\"?\n3 |   - id: a\n4 |   - idd: b\n  |     ^\nhint: known here: id"},
		{"within one of two alternatives", "url: x\nauth: {basic: {usr: a}}\n", "f.yaml:2:15: auth.basic lacks \"user\"\n1 | url: x\n2 | auth: {basic: {usr: a}}\n  |               ^"},
		{"a member that stands twice", "url: x\nurl: y\n", "f.yaml:2:1: \"url\" stands here a second time, after line 1\n1 | url: x\n2 | url: y\n  | ^\nhint: remove one of them"},
		{"a second document", "url: x\n---\nurl: y\n", "f.yaml:2:1: a second document begins here, and only one is read\n1 | url: x\n2 | ---\n  | ^\nhint: remove the line ---"},
		{"no text", "# nothing\n", "f.yaml:1:1: the text is empty\n1 | # nothing\n  | ^"},
		{"a merge key", "a: &a {x: y}\nb:\n  <<: *a\n", "f.yaml:3:3: merge keys (<<) are not read\n2 | b:\n3 |   <<: *a\n  |   ^\nhint: write the members out"},
		{"a number of another kind", "port: 0x1F\n", "f.yaml:1:7: \"0x1F\" is a number that JSON cannot spell\n1 | port: 0x1F\n  |       ^\nhint: put it in quotes if text is meant, or write it as JSON does"},
		{"a tag", "url: !!binary aGk=\n", "f.yaml:1:6: the tag !!binary is not read\n1 | url: !!binary aGk=\n  |      ^\nhint: remove the tag"},
	} {
		d, err := Parse("f.yaml", []byte(c.text))
		if err == nil {
			err = schema.Validate(d)
		}
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func TestSyntaxErrorsHaveAPlace(t *testing.T) {
	for name, text := range map[string]string{
		"a tab":               "url: x\nauth:\n\tbearer: y\n",
		"an open bracket":     "url: x\nlist: [a, b\n",
		"an open quote":       "url: \"x\n",
		"a stray colon":       "url: x: y\n",
		"an unknown alias":    "url: *nowhere\n",
		"bytes that are none": "url: \xff\xfe\n",
	} {
		_, err := Parse("f.yaml", []byte(text))
		var e *Error
		if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Message == "" || strings.Contains(e.Message, "yaml:") {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

func TestHostileTextsAreRefusedAtOnce(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := 'b'; i < 'k'; i++ {
		bomb += string(i) + ": &" + string(i) + " [" + strings.Repeat("*"+string(i-1)+",", 9) + "]\n"
	}
	for name, text := range map[string]string{
		"ten megabytes":      strings.Repeat("a", 10<<20),
		"an alias bomb":      bomb,
		"an alias of itself": "a: &a [*a]\n",
		"deep brackets":      strings.Repeat("[", 100_000),
		"deep blocks":        deepBlocks(2000),
	} {
		start := time.Now()
		_, err := Parse("f.yaml", []byte(text))
		if err == nil {
			t.Errorf("%s is taken", name)
		}
		t.Logf("%s: refused after %v", name, time.Since(start))
		if err != nil && len(err.Error()) > 1000 {
			t.Errorf("%s gives an error of %d bytes", name, len(err.Error()))
		}
	}
}

func deepBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i%500) + "a:\n")
	}
	return b.String()
}

func TestValuesKeepOrderAndSpelling(t *testing.T) {
	const text = "z: 1.50\na: 10000000000000000000001\nwhen: 2024-01-01\ne: 1e3\nb: yes\nn: ~\nt: true\ns: \"<&>\"\n"
	d, err := Parse("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"z":1.50,"a":10000000000000000000001,"when":"2024-01-01","e":1e3,"b":"yes","n":null,"t":true,"s":"<&>"}`
	if got := string(d.Root.JSON()); got != want {
		t.Errorf("JSON = %s, want %s", got, want)
	}
	back, err := ParseJSON([]byte(want))
	if err != nil || string(back.JSON()) != want {
		t.Errorf("ParseJSON gives %s, %v", back.JSON(), err)
	}
}

func TestPointersReadAndWrite(t *testing.T) {
	v, err := ParseJSON([]byte(`{"b":1,"a":{"x/y":[1,{"z":2}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, found := v.Get("/a/x~1y/1/z"); !found || got.Text != "2" {
		t.Errorf("Get = %v, %v", got, found)
	}
	for _, c := range []struct{ pointer, want string }{
		{"/b", `{"b":"k","a":{"x/y":[1,{"z":2}]}}`},
		{"/a/x~1y/0", `{"b":1,"a":{"x/y":["k",{"z":2}]}}`},
		{"/new", `{"b":1,"a":{"x/y":[1,{"z":2}]},"new":"k"}`},
		{"/meta/key", `{"b":1,"a":{"x/y":[1,{"z":2}]},"meta":{"key":"k"}}`},
		{"", `"k"`},
	} {
		got, err := v.Set(c.pointer, Text("k"))
		if err != nil || string(got.JSON()) != c.want {
			t.Errorf("Set(%q) = %s, %v, want %s", c.pointer, got.JSON(), err, c.want)
		}
	}
	for _, pointer := range []string{"/b/c", "/a/x~1y/7", "/a/x~1y/no"} {
		if got, err := v.Set(pointer, Text("k")); err == nil {
			t.Errorf("Set(%q) = %s, want an error", pointer, got.JSON())
		}
	}
	if string(v.JSON()) != `{"b":1,"a":{"x/y":[1,{"z":2}]}}` {
		t.Errorf("Set changed the value that it was given to %s", v.JSON())
	}
}

func TestMergeLaysAPatchOver(t *testing.T) {
	for _, c := range []struct{ value, patch, want string }{
		{`{"a":1,"b":2}`, `{"a":3}`, `{"a":3,"b":2}`},
		{`{"a":{"x":1,"y":2}}`, `{"a":{"x":3}}`, `{"a":{"x":3,"y":2}}`},
		{`{"a":1,"b":2}`, `{"a":null}`, `{"b":2}`},
		{`{"a":1}`, `{"c":2}`, `{"a":1,"c":2}`},
		{`{"a":[1,2]}`, `{"a":[3]}`, `{"a":[3]}`},
		{`[1]`, `{"a":1}`, `{"a":1}`},
	} {
		v, _ := ParseJSON([]byte(c.value))
		p, _ := ParseJSON([]byte(c.patch))
		if got := string(v.Merge(p).JSON()); got != c.want {
			t.Errorf("Merge(%s, %s) = %s, want %s", c.value, c.patch, got, c.want)
		}
	}
}

func TestNearestFindsWhatWasMeant(t *testing.T) {
	names := []string{"mismatch", "in-flight", "replay"}
	for word, want := range map[string]string{"mismach": "mismatch", "inflight": "in-flight", "Replay": "replay", "completely": "", "xyz": ""} {
		if got, _ := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[ab]{0,6}`)
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if distance(a, b) != distance(b, a) || (distance(a, b) == 0) != (a == b) || distance(a, c) > distance(a, b)+distance(b, c) {
			t.Fatalf("distances of %q, %q, %q: %d %d %d", a, b, c, distance(a, b), distance(b, c), distance(a, c))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a: 1", "[1, {b: c}]", "a: &x 1\nb: *x", "? a\n: b", "\"\\u0000\": 1", "a: |\n  x\n", "- - - -", "1e400", "{a: 1, a: 2}", "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Parse("f.yaml", text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		once := d.Root.JSON()
		v, err := ParseJSON(once)
		if err != nil {
			t.Fatalf("%q is written as %q, which is no JSON: %v", text, once, err)
		}
		if string(v.JSON()) != string(once) {
			t.Fatalf("%q becomes %q becomes %q", text, once, v.JSON())
		}
	})
}
