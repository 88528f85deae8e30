package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// A schemaBuilder makes the schema of Go types.
type schemaBuilder struct {
	docs        map[string]string // comments of types, and of fields as "Type.Field"
	definitions object
	done        map[string]bool
}

// An object is a JSON object that keeps its order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", m.name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// schema returns the schema of a type; of a struct, a reference to its
// definition.
func (b *schemaBuilder) schema(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{{"type", "string"}, {"format", "date-time"}}
	case reflect.TypeFor[time.Duration]():
		return object{{"type", "integer"}}
	case reflect.TypeFor[idem.Duration]():
		return object{{"type", "string"}, {"pattern", `^([0-9.]+[a-zµ]+)+$`}}
	case reflect.TypeFor[idem.Bytes]():
		return object{{"oneOf", []any{
			object{{"type", "string"}},
			object{{"type", "object"}, {"required", []string{"base64"}}, {"properties", object{{"base64", object{{"type", "string"}}}}}},
		}}}
	case reflect.TypeFor[idem.Judgement]():
		return b.schema(t.Field(0).Type)
	case reflect.TypeFor[idem.Verdict]():
		names := []string{idem.Unjudged.String()}
		for _, v := range idem.Verdicts() {
			names = append(names, v.String())
		}
		return object{{"enum", names}}
	case reflect.TypeFor[idem.Level]():
		var names []string
		for l := idem.Silent; l <= idem.Must; l++ {
			names = append(names, l.String())
		}
		return object{{"enum", names}}
	}
	plain := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Int64: "integer", reflect.Float64: "number"}
	switch k := t.Kind(); {
	case plain[k] != "":
		return object{{"type", plain[k]}}
	case k == reflect.Uint64:
		return object{{"type", "integer"}, {"minimum", 0}}
	case k == reflect.Pointer:
		return b.schema(t.Elem())
	case k == reflect.Slice:
		return object{{"type", "array"}, {"items", b.schema(t.Elem())}}
	case k == reflect.Map:
		return object{{"type", "object"}, {"additionalProperties", b.schema(t.Elem())}}
	case k == reflect.Struct:
		return b.structure(t)
	}
	panic(fmt.Sprintf("the schema of %s is not known", t))
}

func (b *schemaBuilder) structure(t reflect.Type) object {
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	if b.done[name] {
		return object{{"$ref", "#/definitions/" + name}}
	}
	b.done[name] = true
	at := len(b.definitions)
	b.definitions = append(b.definitions, member{name: name})
	var properties object
	required := []string{}
	for f := range t.Fields() {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := b.schema(f.Type)
		if options == "" {
			required = append(required, tag)
			if f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.Map { // Go writes null for nil
				s[0].value = []string{s[0].value.(string), "null"}
			}
		}
		doc := b.docs[t.Name()+"."+f.Name]
		if doc == "" && f.Type.PkgPath() == t.PkgPath() && s[0].name != "$ref" {
			doc = b.docs[f.Type.Name()]
		}
		if doc != "" {
			if s[0].name == "$ref" { // beside which draft-07 reads nothing
				s = object{{"allOf", []any{s}}}
			}
			s = append(object{{"description", doc}}, s...)
		}
		properties = append(properties, member{tag, s})
	}
	b.definitions[at].value = object{
		{"description", b.docs[name]}, {"type", "object"}, {"required", required}, {"properties", properties},
	}
	return object{{"$ref", "#/definitions/" + name}}
}

// docsOf reads the comments of the types of a package and of their fields.
func docsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	docs := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source in %s: %v", dir, err)
	}
	words := func(c *ast.CommentGroup) string {
		return strings.NewReplacer("[", "", "]", "").Replace(strings.Join(strings.Fields(c.Text()), " "))
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				return true
			}
			for _, s := range d.Specs {
				spec := s.(*ast.TypeSpec)
				doc := spec.Doc
				if doc == nil {
					doc = d.Doc
				}
				docs[spec.Name.Name] = words(doc)
				fields, ok := spec.Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, f := range fields.Fields.List {
					for _, name := range f.Names {
						docs[spec.Name.Name+"."+name.Name] = words(f.Comment)
					}
				}
			}
			return true
		})
	}
	return docs
}
