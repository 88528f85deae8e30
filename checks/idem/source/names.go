package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// nameWords says what is wrong with the name of a member, and what was probably
// meant.
func (m mistake) nameWords() (message, hint string) {
	name := m.name.Name
	var names []string
	switch keyword(m.failed) {
	case "additionalProperties":
		names = known(m.part)
	case "enum":
		names = enumeration(m.part)
	case "pattern":
		return fmt.Sprintf("%q cannot be a name here: it must match %s", name, m.part.Pattern), m.part.Description
	default:
		return fmt.Sprintf("%q cannot be a name here: %s", name, m.failed.Message), m.part.Description
	}
	if len(names) > 0 {
		hint = "known here: " + list(names)
	}
	return fmt.Sprintf("%q is not known here%s", name, DidYouMean(name, names)), hint
}

// unknown returns the first member of an object that a schema does not know.
func unknown(v Value, part *jsonschema.Schema) *Member {
	for i, m := range v.Members {
		if part.Properties[m.Name] == nil && !matchesPattern(part, m.Name) {
			return &v.Members[i]
		}
	}
	return nil
}

// member returns the member of an object that a pointer ends in.
func member(v Value, pointer string) *Member {
	cut := strings.LastIndex(pointer, "/")
	parent, _ := v.Get(pointer[:cut])
	if i := parent.find(parts(pointer[cut:])[0]); i >= 0 {
		return &parent.Members[i]
	}
	return nil
}

func matchesPattern(part *jsonschema.Schema, name string) bool {
	for p := range part.PatternProperties {
		if p.MatchString(name) {
			return true
		}
	}
	return false
}

func known(part *jsonschema.Schema) []string { return slices.Sorted(maps.Keys(part.Properties)) }

// list writes names, and not more than a person reads.
func list(names []string) string {
	const most = 24
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
