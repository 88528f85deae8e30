package intake

import (
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// example returns the example that a part of a document gives, and whether it
// gives one.
func (a api) example(v source.Value) (source.Value, bool) {
	if e, found := v.Get("/example"); found && e.Kind != source.Null {
		return e, true
	}
	examples, _ := v.Get("/examples")
	if len(examples.Items) > 0 { // of a schema, 3.1
		return examples.Items[0], true
	}
	for _, m := range examples.Members { // of a parameter or a body
		if e, found := a.resolved(m.Value).Get("/value"); found {
			return e, true
		}
	}
	return source.Value{}, false
}

// preset returns the value that a schema gives by itself.
func preset(schema source.Value) (source.Value, bool) {
	for _, place := range []string{"/const", "/default", "/enum/0"} {
		if v, found := schema.Get(place); found && v.Kind != source.Null {
			return v, true
		}
	}
	return source.Value{}, false
}

// Bounds of a body that is made of a schema.
const (
	sampleDepth = 10
	sampleParts = 2000
)

// A sampler makes a value of a schema. It ends whatever the schema is: it goes
// into no reference that it is in, and not deeper and wider than it may.
type sampler struct {
	api
	answers bool            // the value is an answer: what is read only is in it, and all members are
	within  map[string]bool // references that lead here
	parts   int
}

func newSampler(a api) *sampler { return &sampler{api: a, within: map[string]bool{}} }

func (s *sampler) sample(schema source.Value, depth int) source.Value {
	if s.parts++; s.parts > sampleParts || depth > sampleDepth {
		return source.Value{}
	}
	if ref := member(schema, "/$ref"); ref != "" {
		if s.within[ref] {
			return source.Value{}
		}
		s.within[ref] = true
		defer delete(s.within, ref)
		return s.sample(s.referred(ref), depth+1)
	}
	if v, shown := s.example(schema); shown {
		return v
	}
	if v, shown := preset(schema); shown {
		return v
	}
	for _, choice := range []string{"/oneOf", "/anyOf"} {
		for _, one := range items(schema, choice) {
			if v := s.sample(one, depth+1); v.Kind != source.Null {
				return s.object(schema, v, depth)
			}
		}
	}
	if all := items(schema, "/allOf"); len(all) > 0 {
		v := source.Value{}
		for _, one := range all {
			if part := s.sample(one, depth+1); part.Kind == source.Object || v.Kind == source.Null {
				v = v.Merge(part)
			}
		}
		return s.object(schema, v, depth)
	}
	return s.typed(schema, depth)
}

func typeOf(schema source.Value) string {
	kind := member(schema, "/type")
	for _, t := range items(schema, "/type") { // a list of types, 3.1
		if kind == "" && t.Text != "null" {
			kind = t.Text
		}
	}
	if _, has := schema.Get("/properties"); has && kind == "" {
		kind = "object"
	}
	if _, has := schema.Get("/items"); has && kind == "" {
		kind = "array"
	}
	return kind
}

func (s *sampler) typed(schema source.Value, depth int) source.Value {
	switch typeOf(schema) {
	case "object":
		return s.object(schema, source.Value{Kind: source.Object}, depth)
	case "array":
		v := source.Value{Kind: source.Array}
		if of, found := schema.Get("/items"); found {
			if item := s.sample(of, depth+1); item.Kind != source.Null {
				v.Items = []source.Value{item}
			}
		}
		return v
	case "integer", "number":
		return number(schema)
	case "boolean":
		return source.Value{Kind: source.Bool, Text: "true"}
	case "string":
		return source.Text(sampleText(schema))
	}
	return source.Value{}
}

// object adds the members of a schema to an object: those that are required and
// those that a marker or a change goes into; all, if none is required.
func (s *sampler) object(schema, v source.Value, depth int) source.Value {
	properties, _ := schema.Get("/properties")
	required := map[string]bool{}
	for _, r := range items(schema, "/required") {
		required[r.Text] = true
	}
	if v.Kind != source.Object {
		return v
	}
	for _, m := range properties.Members {
		if s.parts > sampleParts {
			break
		}
		wanted := required[m.Name] || s.answers || len(required) == 0 && depth < 3 || slices.Contains(markerNames, normal(m.Name)) && depth < 4
		if _, there := v.Get("/" + pointed.Replace(m.Name)); there || !wanted || !s.answers && s.readOnly(m.Value) {
			continue
		}
		if value := s.sample(m.Value, depth+1); value.Kind != source.Null {
			v.Members = append(v.Members[:len(v.Members):len(v.Members)], source.Member{Name: m.Name, Value: value})
		}
	}
	return v
}

func (s *sampler) readOnly(schema source.Value) bool {
	v, _ := s.resolved(schema).Get("/readOnly")
	return v.Text == "true"
}

// number returns a number that a schema allows, and of which one more is
// allowed too, if there is one.
func number(schema source.Value) source.Value {
	low, bounded := limit(schema, "/minimum")
	if above, found := limit(schema, "/exclusiveMinimum"); found {
		low, bounded = above+1, true
	}
	n := int64(100)
	if bounded {
		n = max(n, low)
	}
	if high, found := limit(schema, "/maximum"); found && n >= high {
		if n = high; !bounded || high > low {
			n = high - 1
		}
	}
	return source.Value{Kind: source.Number, Text: strconv.FormatInt(n, 10)}
}

func limit(schema source.Value, pointer string) (int64, bool) {
	v, found := schema.Get(pointer)
	whole, _, _ := strings.Cut(v.Text, ".")
	n, err := strconv.ParseInt(whole, 10, 62)
	return n, found && v.Kind == source.Number && err == nil
}

// texts are examples of the formats of a text.
var texts = map[string]string{
	"date": "2030-01-31", "date-time": "2030-01-31T12:00:00Z", "time": "12:00:00Z", "email": "test@example.com", "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
	"uri": "https://example.com", "url": "https://example.com", "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "byte": "dGVzdA==",
	"decimal": "100.00", "currency": "USD", "country-code": "US",
}

func sampleText(schema source.Value) string {
	text := "test"
	if known := texts[member(schema, "/format")]; known != "" {
		text = known
	}
	if low, found := limit(schema, "/minLength"); found && int64(len(text)) < low {
		text += strings.Repeat("0", int(min(low, 1000))-len(text))
	}
	if high, found := limit(schema, "/maxLength"); found && int64(len(text)) > high {
		text = text[:max(high, 0)]
	}
	return text
}
