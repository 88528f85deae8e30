package profiles

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/idemspec/idemspec/checks/idem"
)

// A node is a part of the schema, as plain JSON.
type node map[string]any

// schemaRoot is the whole schema.
func schemaRoot(t *testing.T) node {
	t.Helper()
	var root node
	if err := json.Unmarshal(schemaText, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// follow returns the part that a reference leads to, or the part itself.
func (root node) follow(part node) node {
	ref, _ := part["$ref"].(string)
	name, found := strings.CutPrefix(ref, "#/definitions/")
	if !found {
		return part
	}
	return root["definitions"].(map[string]any)[name].(map[string]any)
}

func child(part node, name string) node {
	m, _ := part[name].(map[string]any)
	return m
}

// inner returns the struct that a field holds, if any, and the part of the
// schema that describes it.
func (root node) inner(t reflect.Type, part node) (reflect.Type, node) {
	part = root.follow(part)
	switch t.Kind() {
	case reflect.Slice:
		return root.inner(t.Elem(), child(part, "items"))
	case reflect.Map:
		return root.inner(t.Elem(), child(part, "additionalProperties"))
	case reflect.Struct:
		return t, part
	}
	return nil, nil
}

// compare holds a part of the schema to a struct: it has the same members, each
// with words for people.
func (root node) compare(t *testing.T, of reflect.Type, part node) {
	properties := child(part, "properties")
	fields := map[string]bool{}
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = true
		p := child(properties, name)
		if p == nil {
			t.Errorf("the schema lacks %v.%s", of, name)
			continue
		}
		if p["title"] == nil || p["description"] == nil && root.follow(p)["description"] == nil {
			t.Errorf("the schema does not describe %v.%s", of, name)
		}
		if inner, described := root.inner(f.Type, p); inner != nil {
			root.compare(t, inner, described)
		}
	}
	for name := range properties {
		if !fields[name] {
			t.Errorf("the schema has %q, which %v lacks", name, of)
		}
	}
	if part["additionalProperties"] != false {
		t.Errorf("the schema takes unknown members for %v", of)
	}
}

func TestSchemaKnowsEveryField(t *testing.T) {
	root := schemaRoot(t)
	root.compare(t, reflect.TypeFor[idem.Contract](), root)
}

func TestSchemaKnowsEverySituation(t *testing.T) {
	var known []any
	for _, s := range idem.Situations {
		known = append(known, string(s.ID))
	}
	root := schemaRoot(t)
	clause := root["definitions"].(map[string]any)["clause"].(map[string]any)
	for where, part := range map[string]node{
		"situation": root.follow(node{"$ref": "#/definitions/situation"}),
		"as":        child(child(clause, "properties"), "as"),
	} {
		if d := cmp.Diff(known, part["enum"]); d != "" {
			t.Errorf("situations of %s: %s", where, d)
		}
	}
}

// used collects the names of the fields that a value has something in.
func used(v reflect.Value, seen map[string]bool) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			used(v.Index(i), seen)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			used(v.MapIndex(k), seen)
		}
	case reflect.Struct:
		for f, inner := range v.Fields() {
			if !inner.IsZero() {
				seen[v.Type().Name()+"."+f.Name] = true
				used(inner, seen)
			}
		}
	}
}

// fieldsOf lists the fields of a struct and of those within it.
func fieldsOf(of reflect.Type, all map[string]bool) {
	switch of.Kind() {
	case reflect.Slice, reflect.Map:
		fieldsOf(of.Elem(), all)
	case reflect.Struct:
		for f := range of.Fields() {
			all[of.Name()+"."+f.Name] = true
			fieldsOf(f.Type, all)
		}
	}
}

func TestEveryFieldIsUsedByAProfile(t *testing.T) {
	all, seen := map[string]bool{}, map[string]bool{}
	fieldsOf(reflect.TypeFor[idem.Contract](), all)
	for _, c := range loaded(t) {
		used(reflect.ValueOf(c), seen)
	}
	for name := range all {
		if !seen[name] {
			t.Errorf("no profile uses %s", name)
		}
	}
}
