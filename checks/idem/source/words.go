package source

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// unknownMember names the first member of an object that a schema does not
// know, and what was probably meant.
func unknownMember(d *Document, v Value, part *jsonschema.Schema) error {
	names := slices.Sorted(maps.Keys(part.Properties))
	for _, m := range v.Members {
		if part.Properties[m.Name] != nil || matchesPattern(part, m.Name) {
			continue
		}
		hint := ""
		if len(names) > 0 {
			hint = "known here: " + strings.Join(names, ", ")
		}
		return d.errorAt(m.Line, m.Column, fmt.Sprintf("%q is not known here%s", m.Name, DidYouMean(m.Name, names)), hint)
	}
	return d.ErrorIn(v, "", "a member is not known here")
}

func matchesPattern(part *jsonschema.Schema, name string) bool {
	for p := range part.PatternProperties {
		if p.MatchString(name) {
			return true
		}
	}
	return false
}

func missing(v Value, part *jsonschema.Schema) []string {
	var all []string
	for _, name := range part.Required {
		if v.find(name) < 0 {
			all = append(all, name)
		}
	}
	return all
}

// describeProperty returns what the schema says of the first of the names.
func describeProperty(part *jsonschema.Schema, names []string) string {
	if len(names) == 0 || part.Properties[names[0]] == nil {
		return ""
	}
	p := part.Properties[names[0]]
	if p.Description == "" && p.Ref != nil {
		p = p.Ref
	}
	if p.Description == "" {
		return ""
	}
	return names[0] + ": " + p.Description
}

func enumeration(part *jsonschema.Schema) []string {
	all := make([]string, len(part.Enum))
	for i, v := range part.Enum {
		all[i] = fmt.Sprint(v)
	}
	return all
}

// called writes a place for people: "the file" or "operations.create.method".
func called(pointer string) string {
	if pointer == "" {
		return "the file"
	}
	return strings.Join(parts(pointer), ".")
}

func quoteAll(names []string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = strconv.Quote(n)
	}
	return strings.Join(all, ", ")
}

// shown writes a value for a message, cut short.
func shown(v Value) string {
	const most = 60
	text := string(v.JSON())
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

var kindWords = map[string]string{
	"object": "a mapping", "array": "a list", "string": "text", "number": "a number",
	"integer": "a whole number", "boolean": "true or false", "null": "null",
}

func kinds(types []string) string {
	all := make([]string, len(types))
	for i, t := range types {
		all[i] = kindWords[t]
	}
	return strings.Join(all, " or ")
}
