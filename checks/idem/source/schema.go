package source

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// A Schema is a compiled JSON Schema (draft-07).
type Schema struct{ compiled *jsonschema.Schema }

// Compile compiles a schema. Its $id must be an absolute address, which nobody
// visits.
func Compile(id string, text []byte) (*Schema, error) {
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7
	c.ExtractAnnotations = true
	if err := c.AddResource(id, bytes.NewReader(text)); err != nil {
		return nil, fmt.Errorf("schema %s: %w", id, err)
	}
	s, err := c.Compile(id)
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", id, err)
	}
	return &Schema{s}, nil
}

// Validate returns the mistake of a document that tells most, as an [*Error];
// nil if there is none.
func (s *Schema) Validate(d *Document) error {
	err := s.compiled.Validate(d.Root.plain())
	if err == nil {
		return nil
	}
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return d.Errorf("", "", "%v", err)
	}
	m := mostTelling(leaves(failed))
	return s.describe(d, m)
}

// leaves returns the causes that have no causes themselves.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, c := range e.Causes {
		all = append(all, leaves(c)...)
	}
	return all
}

// mostTelling prefers the deepest place, since an alternative that the author
// did not mean fails near the top, and among equals a wrong name over a wrong
// value over a missing member.
func mostTelling(all []*jsonschema.ValidationError) *jsonschema.ValidationError {
	rank := func(e *jsonschema.ValidationError) int {
		switch keyword(e) {
		case "additionalProperties", "propertyNames":
			return 4
		case "enum", "pattern", "format", "const":
			return 3
		case "required":
			return 2
		case "type":
			return 1
		}
		return 0
	}
	return slices.MaxFunc(all, func(a, b *jsonschema.ValidationError) int {
		deep := strings.Count(a.InstanceLocation, "/") - strings.Count(b.InstanceLocation, "/")
		if deep != 0 {
			return deep
		}
		return rank(a) - rank(b)
	})
}

func keyword(e *jsonschema.ValidationError) string {
	return e.KeywordLocation[strings.LastIndex(e.KeywordLocation, "/")+1:]
}

// describe makes one clear message of a failed keyword.
func (s *Schema) describe(d *Document, e *jsonschema.ValidationError) error {
	at := e.InstanceLocation
	v, _ := d.Root.Get(at)
	part := s.at(e)
	switch keyword(e) {
	case "additionalProperties":
		return unknownMember(d, v, part)
	case "required":
		return d.Errorf(at, describeProperty(part, missing(v, part)), "%s lacks %s", called(at), quoteAll(missing(v, part)))
	case "enum":
		words := enumeration(part)
		return d.ErrorIn(v, part.Description, "%s cannot be %s: use one of %s%s", called(at), shown(v), strings.Join(words, ", "), DidYouMean(v.Text, words))
	case "type":
		return d.ErrorIn(v, part.Description, "%s must be %s, and %s is none", called(at), kinds(part.Types), shown(v))
	case "pattern":
		return d.ErrorIn(v, part.Description, "%s cannot be %s: it must match %s", called(at), shown(v), part.Pattern)
	case "oneOf", "not":
		return d.ErrorIn(v, part.Description, "%s does not fit: %s", called(at), e.Message)
	}
	return d.ErrorIn(v, part.Description, "%s does not fit: %s", called(at), e.Message)
}

// at returns the part of the schema whose keyword failed.
func (s *Schema) at(e *jsonschema.ValidationError) *jsonschema.Schema {
	where := e.AbsoluteKeywordLocation
	where = where[:strings.LastIndex(where, "/")]
	var found *jsonschema.Schema
	seen := map[*jsonschema.Schema]bool{}
	var walk func(*jsonschema.Schema)
	walk = func(p *jsonschema.Schema) {
		if p == nil || seen[p] || found != nil {
			return
		}
		seen[p] = true
		if p.Location == where || strings.TrimSuffix(p.Location, "#") == strings.TrimSuffix(where, "#") {
			found = p
			return
		}
		for _, c := range children(p) {
			walk(c)
		}
	}
	walk(s.compiled)
	if found == nil {
		return s.compiled
	}
	return found
}

func children(p *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{p.Ref, p.Not, p.If, p.Then, p.Else, p.PropertyNames, p.Contains}
	all = append(all, slices.Concat(p.AllOf, p.AnyOf, p.OneOf)...)
	for _, c := range p.Properties {
		all = append(all, c)
	}
	for _, c := range p.PatternProperties {
		all = append(all, c)
	}
	if c, ok := p.AdditionalProperties.(*jsonschema.Schema); ok {
		all = append(all, c)
	}
	if c, ok := p.Items.(*jsonschema.Schema); ok {
		all = append(all, c)
	}
	if c, ok := p.AdditionalItems.(*jsonschema.Schema); ok {
		all = append(all, c)
	}
	return all
}
