package target

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// read lists the members that are read from the document itself, since order
// and spelling matter in them, and the types of which are no Go types.
var read = []string{
	"headers", "body", "form", "body_raw", "change", "change_raw", "bodies",
	"id", "effects", "kind", "amount", "currency", "account",
}

type object = map[string]any

func schemaOf(t *testing.T) object {
	t.Helper()
	var s object
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// deref follows the reference of a part of the schema, and lays what stands
// beside it over what it refers to.
func deref(root, part object) object {
	ref, isRef := part["$ref"].(string)
	if !isRef {
		return part
	}
	to := object{}
	for k, v := range deref(root, root["definitions"].(object)[strings.TrimPrefix(ref, "#/definitions/")].(object)) {
		to[k] = v
	}
	for k, v := range part {
		to[k] = v
	}
	return to
}

func TestTheSchemaHasEachFieldAndNoMore(t *testing.T) {
	root := schemaOf(t)
	var compare func(at string, typ reflect.Type, part object)
	compare = func(at string, typ reflect.Type, part object) {
		for typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		part = deref(root, part)
		switch typ.Kind() {
		case reflect.Map:
			if inner, open := part["additionalProperties"].(object); open {
				compare(at+"/*", typ.Elem(), inner)
				return
			}
			for name, inner := range part["properties"].(object) {
				compare(at+"/"+name, typ.Elem(), inner.(object))
			}
		case reflect.Struct:
			properties := maps.Clone(part["properties"].(object))
			for f := range typ.Fields() {
				name := f.Tag.Get("json")
				inner, found := properties[name].(object)
				if !found {
					t.Errorf("the schema lacks %s/%s", at, name)
					continue
				}
				compare(at+"/"+name, f.Type, inner)
				delete(properties, name)
			}
			for name := range properties {
				if !slices.Contains(read, name) {
					t.Errorf("nothing reads %s/%s of the schema", at, name)
				}
			}
		}
	}
	compare("", reflect.TypeFor[file](), root)
}

func TestTheSchemaExplainsEachMember(t *testing.T) {
	root := schemaOf(t)
	var explain func(at string, part object)
	explain = func(at string, part object) {
		properties, _ := part["properties"].(object)
		for name, p := range properties {
			inner := deref(root, p.(object))
			for _, word := range []string{"title", "description"} {
				if text, _ := inner[word].(string); text == "" {
					t.Errorf("%s/%s has no %s", at, name, word)
				}
			}
			explain(at+"/"+name, p.(object))
		}
		definitions, _ := part["definitions"].(object)
		for name, d := range definitions {
			explain("definitions/"+name, d.(object))
		}
	}
	explain("", root)
	if root["$id"] != schemaID || root["$schema"] != "http://json-schema.org/draft-07/schema#" {
		t.Errorf("$id %v, $schema %v", root["$id"], root["$schema"])
	}
}
