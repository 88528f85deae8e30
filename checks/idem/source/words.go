package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// describe makes one clear message of a mistake.
func (s *Schema) describe(d *Document, m mistake) error {
	message, hint := m.words()
	return d.errorAt(m.line, m.column, message, hint)
}

// words returns the message and the way out.
func (m mistake) words() (message, hint string) {
	if m.name != nil {
		return m.nameWords()
	}
	at, v, hint := called(m.pointer), m.value, firstSentence(m.part.Description)
	switch keyword(m.failed) {
	case "required":
		names := missing(v, m.part)
		return fmt.Sprintf("%s lacks %s", at, quoteAll(names, " and ")), describeProperty(m.part, names)
	case "enum":
		words := enumeration(m.part)
		return fmt.Sprintf("%s cannot be %s: use one of %s%s", at, shown(v), strings.Join(words, ", "), DidYouMean(v.Text, words)), hint
	case "const":
		return fmt.Sprintf("%s can only be %v", at, m.part.Constant[0]), hint
	case "type":
		return fmt.Sprintf("%s must be %s, and %s is none", at, kinds(m.part.Types), shown(v)), hint
	case "pattern":
		if examples := examples(m.part); examples != "" {
			return fmt.Sprintf("%s cannot be %s: write it such as %s", at, shown(v), examples), hint
		}
		return fmt.Sprintf("%s cannot be %s: it must match %s", at, shown(v), m.part.Pattern), hint
	case "oneOf":
		return m.choiceWords(at), hint
	case "not":
		if not := m.part.Not.Required; len(not) > 0 {
			return fmt.Sprintf("%s has %s, and can have only one of them", at, quoteAll(not, " and ")), hint
		}
	case "minLength", "minItems", "minProperties":
		return fmt.Sprintf("%s must not be empty", at), hint
	case "maxProperties":
		return fmt.Sprintf("%s can have %d of %s, and has %d", at, m.part.MaxProperties, strings.Join(known(m.part), ", "), len(v.Members)), hint
	case "minimum":
		return fmt.Sprintf("%s must be at least %s, and %s is less", at, m.part.Minimum.RatString(), shown(v)), hint
	case "maximum":
		return fmt.Sprintf("%s must be at most %s, and %s is more", at, m.part.Maximum.RatString(), shown(v)), hint
	}
	return fmt.Sprintf("%s does not fit: %s", at, m.failed.Message), hint
}

// choiceWords says what is wrong with a mapping that must have exactly one of
// several members.
func (m mistake) choiceWords(at string) string {
	names := choice(m.part)
	given := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return m.value.find(name) < 0 })
	switch {
	case len(names) == 0:
		return fmt.Sprintf("%s does not fit: %s", at, m.failed.Message)
	case len(given) == 0:
		return fmt.Sprintf("%s lacks %s", at, quoteAll(names, " or "))
	}
	return fmt.Sprintf("%s has %s, and can have only one of them", at, quoteAll(given, " and "))
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
	return names[0] + ": " + firstSentence(p.Description)
}

// firstSentence cuts a description to what fits below a message.
func firstSentence(description string) string {
	before, _, cut := strings.Cut(description, ". ")
	if cut {
		before += "."
	}
	return before
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
	all := parts(pointer)
	for i, p := range all {
		if strings.ContainsFunc(p, func(r rune) bool { return !unicode.IsPrint(r) || r == '.' }) {
			all[i] = strconv.Quote(p)
		}
	}
	return strings.Join(all, ".")
}

// examples writes how a value can look; empty if the schema does not say.
func examples(part *jsonschema.Schema) string {
	all := make([]string, len(part.Examples))
	for i, e := range part.Examples {
		all[i] = fmt.Sprint(e)
	}
	return strings.Join(all, " or ")
}

// quoteAll lists names, with a word before the last one.
func quoteAll(names []string, last string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = strconv.Quote(n)
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + last + all[n-1]
	}
	return strings.Join(all, "")
}

// shown writes a value for a message, cut short.
func shown(v Value) string {
	const most = 60
	text := []rune(printable(string(v.JSON())))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// printable writes what a terminal would not show, or would obey, as escapes.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
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
