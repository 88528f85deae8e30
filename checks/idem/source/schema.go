package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
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
// nil if there is none. One is enough: what is mended may well mend others.
func (s *Schema) Validate(d *Document) error {
	err := s.compiled.Validate(d.Root.plain())
	if err == nil {
		return nil
	}
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return d.Errorf("", "", "%v", err)
	}
	var all []mistake
	for _, e := range s.leaves(failed) {
		all = append(all, s.mistake(d, e))
	}
	return s.describe(d, slices.MaxFunc(all, mistake.compare))
}

// leaves returns the causes that tell something by themselves. Alternatives
// that only ask for one or another member tell more together than each alone.
func (s *Schema) leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 || keyword(e) == "oneOf" && len(choice(s.at(e))) > 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, c := range e.Causes {
		all = append(all, s.leaves(c)...)
	}
	return all
}

// choice returns the names of the members of which a schema wants exactly one;
// nil if its alternatives say more than that.
func choice(part *jsonschema.Schema) []string {
	var names []string
	for _, one := range part.OneOf {
		if len(one.Required) != 1 || len(one.Types) > 0 || one.Properties != nil {
			return nil
		}
		names = append(names, one.Required[0])
	}
	return names
}

// A mistake is one keyword of the schema that a value does not satisfy.
type mistake struct {
	failed       *jsonschema.ValidationError
	part         *jsonschema.Schema // whose keyword it is
	pointer      string             // to the value
	value        Value
	line, column int
	name         *Member // if the name of a member is wrong, and not a value
}

func (s *Schema) mistake(d *Document, e *jsonschema.ValidationError) mistake {
	m := mistake{failed: e, part: s.at(e), pointer: instance(e)}
	m.value, _ = d.Root.Get(m.pointer)
	m.line, m.column = d.place(m.pointer)
	switch {
	case strings.Contains(e.KeywordLocation, "/propertyNames"):
		m.name = member(d.Root, m.pointer)
	case keyword(e) == "additionalProperties":
		m.name = unknown(m.value, m.part)
	}
	if m.name != nil && m.name.Line > 0 {
		m.line, m.column = m.name.Line, m.name.Column
	}
	return m
}

// instance returns the JSON Pointer to the value that failed. The validator
// escapes its parts as those of an address, too.
func instance(e *jsonschema.ValidationError) string {
	if pointer, err := url.PathUnescape(e.InstanceLocation); err == nil {
		return pointer
	}
	return e.InstanceLocation
}

// compare orders mistakes by how much they tell. A deeper one tells more, since
// an alternative that the author did not mean fails near the top; among equals a
// wrong name tells more than a wrong value, and that more than what is missing;
// and of the rest the first in the text comes first.
func (m mistake) compare(other mistake) int {
	depth := func(m mistake) int { return strings.Count(m.pointer, "/") }
	return cmp.Or(
		depth(m)-depth(other),
		m.rank()-other.rank(),
		other.line-m.line,
		other.column-m.column,
		strings.Compare(other.failed.KeywordLocation, m.failed.KeywordLocation),
	)
}

func (m mistake) rank() int {
	switch keyword(m.failed) {
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

func keyword(e *jsonschema.ValidationError) string {
	return e.KeywordLocation[strings.LastIndex(e.KeywordLocation, "/")+1:]
}
