package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

const schemaID = "https://idemspec.github.io/schema/run.schema.json"

// TestSchemaFollowsTheTypes makes the schema from the types of the vocabulary,
// with their comments for descriptions, so that no field can be missing.
func TestSchemaFollowsTheTypes(t *testing.T) {
	b := schemaBuilder{docs: docsOf(t, "../checks/idem"), done: map[string]bool{}}
	root := b.schema(reflect.TypeFor[idem.Run]())
	text, err := json.Marshal(object{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"$id", schemaID},
		{"title", "idemspec saved run"},
		{"description", fmt.Sprintf("All that one run observed and concluded, in form %d. A later release may add members to it without another form.", idem.RunFormat)},
		{"allOf", []any{root, object{{"properties", object{{"format", object{{"const", idem.RunFormat}}}}}}}},
		{"definitions", b.definitions},
	})
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	indented.WriteByte('\n')
	golden(t, "run.schema.json", indented.Bytes())
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7
	c.AssertFormat = true
	if err := c.AddResource(schemaID, bytes.NewReader(Schema())); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(schemaID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestASavedRunIsValid(t *testing.T) {
	s := compiled(t)
	for name, r := range map[string]idem.Run{"a full run": fixed(), "a run of nothing": {Format: idem.RunFormat}, "a hostile run": hostile()} {
		var v any
		if err := json.Unmarshal(rendered(t, r, WriteJSON), &v); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

func TestASpoiltRunIsNotValid(t *testing.T) {
	s := compiled(t)
	text := string(rendered(t, fixed(), WriteJSON))
	for name, spoil := range map[string][2]string{
		"another form":       {`"format": 1`, `"format": 2`},
		"an unknown verdict": {`"verdict": "passed"`, `"verdict": "fine"`},
		"a status as text":   {`"status": 201`, `"status": "201"`},
		"a length in words":  {`"took": "2.345s"`, `"took": "two seconds"`},
		"a missing member":   {`"seed": 7,`, ``},
	} {
		spoilt := strings.Replace(text, spoil[0], spoil[1], 1)
		var v any
		if err := json.Unmarshal([]byte(spoilt), &v); err != nil || spoilt == text {
			t.Fatalf("%s: nothing was spoilt, or too much: %v", name, err)
		}
		if s.Validate(v) == nil {
			t.Errorf("%s is valid", name)
		}
	}
}
