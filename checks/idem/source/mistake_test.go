package source

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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
    "name": {"type": "string", "minLength": 1, "pattern": "^[a-z]+$"},
    "auth": {"$ref": "#/definitions/auth"},
    "number": {"type": "integer", "minimum": 1, "maximum": 10},
    "only": {"const": true},
    "size": {"type": "string", "pattern": "^[0-9]+kB$", "examples": ["10kB"]},
    "tags": {"type": "array", "minItems": 1, "items": {"enum": ["a", "b"]}},
    "place": {"type": "object", "oneOf": [{"required": ["path"]}, {"required": ["url"]}], "properties": {"path": {"type": "string"}, "url": {"type": "string"}}},
    "body": {"type": "object", "allOf": [{"not": {"required": ["form", "raw"]}}]},
    "pair": {"type": "object", "maxProperties": 1, "additionalProperties": false, "properties": {"x": {}, "y": {}}},
    "names": {"type": "object", "propertyNames": {"enum": ["first", "second"]}},
    "any": {"type": "object", "additionalProperties": {"type": "object", "properties": {"n": {"type": "integer"}}}},
    "headers": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
    "list": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {"id": {"type": "string"}}}}
  },
  "definitions": {
    "auth": {"oneOf": [
      {"type": "object", "additionalProperties": false, "required": ["bearer"], "properties": {"bearer": {"type": "string"}}},
      {"type": "object", "additionalProperties": false, "required": ["basic"], "properties": {"basic": {"type": "object", "required": ["user"], "properties": {"user": {"type": "string"}}}}}
    ]}
  }
}`

// mistakes are texts with one mistake each.
var mistakes = []struct{ name, text string }{
	{"an unknown member", "url: x\nlevle: must\n"},
	{"an unknown value", "url: x\nlevel: most\n"},
	{"a wrong type", "url: x\nport: eighty\n"},
	{"a missing member", "level: must\n"},
	{"a pattern", "url: x\nname: A1\n"},
	{"a pattern with an example", "url: x\nsize: 10 kB\n"},
	{"an empty list", "url: x\ntags: []\n"},
	{"an element of a list", "url: x\ntags: [a, b, c]\n"},
	{"a number that is too small", "url: x\nnumber: 0\n"},
	{"a number that is too great", "url: x\nnumber: 1e3\n"},
	{"a constant", "url: x\nonly: false\n"},
	{"deep inside a list", "url: x\nlist:\n  - id: a\n  - idd: b\n"},
	{"within one of two alternatives", "url: x\nauth: {basic: {usr: a}}\n"},
	{"neither of two members", "url: x\nplace: {}\n"},
	{"both of two members", "url: x\nplace: {path: /, url: x}\n"},
	{"two members that exclude each other", "url: x\nbody: {form: a, raw: b}\n"},
	{"more members than one", "url: x\npair: {x: 1, y: 2}\n"},
	{"a name that is none of those known", "url: x\nnames: {first: 1, secund: 2}\n"},
	{"a name of another form", "url: x\nheaders: {ok: 1, \"not ok\": 2}\n"},
	{"a place under a name with odd characters", "url: x\nany:\n  \"my op/ä%20~.x\": {n: a}\n"},
	{"two mistakes of one kind: the first", "url: x\nport: a\nlevel: most\nname: B\n"},
	{"a list in place of a mapping", "- url: x\n"},
	{"a member that stands twice", "url: x\nurl: y\n"},
	{"a second document", "url: x\n---\nurl: y\n"},
	{"no text", "# nothing\n"},
	{"a merge key", "a: &a {x: y}\nb:\n  <<: *a\n"},
	{"a number of another kind", "port: 0x1F\n"},
	{"a number without end", "port: 1e-9999999\n"},
	{"a number beyond all ranges", "port: 1e400\nname: 1e401\n"},
	{"a tag", "url: !!binary aGk=\n"},
	{"a tab", "url: x\nauth:\n\tbearer: y\n"},
	{"an unquoted template", "url: {{ case.id }}\n"},
	{"an unquoted template in a path", "h: { path: /x?y={{ case.id }}, url: 1 }\n"},
	{"a character that begins no value", "url: @x\n"},
	{"an open bracket", "url: x\ntags: [a, b\nport: 1\n"},
	{"an open quote", "url: \"x\nport: 1\n"},
	{"a stray colon", "url: x: y\n"},
	{"no space after a colon", "url:x\nport: 1\n"},
	{"a step back too few", "auth:\n  basic: 1\n port: 2\n"},
	{"a list beside its name", "tags: - a\n"},
	{"a quote within quotes", "name: 'it's'\n"},
	{"an unknown alias", "url: *nowhere\n"},
	{"bytes that are no UTF-8", "url: x\nname: ä\xff\n"},
	{"a control character", "url: x\nname: \"\x1b[31m\"\n"},
	{"text that would steer a terminal", "url: x\nlevel: \"\\e[31m\u202edesrever\"\n"},
	{"a long line", "{url: x, name: " + strings.Repeat("a", 200) + ", level: most, port: " + strings.Repeat("1", 200) + "}\n"},
	{"a line of a Windows file", "url: x\r\nlevel: most\r\n"},
	{"after signs of two bytes and more", "\"äö日本\": [x, 0x1F]\n"},
}

func TestMistakesAreShownWithTheirPlace(t *testing.T) {
	schema, err := Compile("https://example.com/test.schema.json", []byte(testSchema))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range mistakes {
		d, err := Parse("f.yaml", []byte(m.text))
		if err == nil {
			err = schema.Validate(d)
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v has no place", m.name, err)
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
		t.Errorf("%s differs, see 'go test ./checks/idem/source -update': %s", file, d)
	}
}

// A map has no order, and the message must not depend on it.
func TestOfEqualMistakesTheFirstIsShown(t *testing.T) {
	schema, err := Compile("https://example.com/test.schema.json", []byte(testSchema))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse("f.yaml", []byte("url: x\nname: B\nlevel: most\nsize: none\ntags: [c]\nonly: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	first := schema.Validate(d).Error()
	for range 50 {
		if again := schema.Validate(d).Error(); again != first {
			t.Fatalf("once\n%s\nand once\n%s", first, again)
		}
	}
}

func TestASchemaThatIsNoneIsRefused(t *testing.T) {
	for _, text := range []string{"{", `{"type": "nonsense"}`, `{"$ref": "#/definitions/absent"}`} {
		if _, err := Compile("https://example.com/s.json", []byte(text)); err == nil {
			t.Errorf("%s compiles", text)
		}
	}
}
