package source

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

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
