package target

import (
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// Templates by where they are filled.
var (
	always     = []string{"case.id", "run.id", "$uuid", "$timestamp", "$isoTimestamp", "$randomInt", "$randomHex"}
	ofResource = slices.Concat(always, []string{"id"})
	ofClock    = slices.Concat(always, []string{"seconds"})
	ofBreak    = slices.Concat(always, []string{"point"})
)

// filled lists the members of an operation or hook whose templates are filled.
var filled = []string{"path", "url", "headers", "body", "form", "body_raw", "body_file", "change", "change_raw", "bodies"}

// known returns the templates that are filled in a place of the file; nil if
// none are.
func known(at []string) []string {
	switch {
	case len(at) > 1 && at[0] == "headers":
		return always
	case len(at) < 3 || !slices.Contains(filled, at[2]):
		return nil
	case at[0] == "operations":
		return ofResource
	case at[0] == "clock":
		return ofClock
	case at[0] == "break" && at[1] == "http":
		return ofBreak
	}
	return always
}

// parts splits a JSON Pointer of the file.
func parts(pointer string) []string { return strings.Split(strings.TrimPrefix(pointer, "/"), "/") }

// templates refuses templates that stand for nothing: those with a name that
// none has, and those in a place where nobody fills them. It looks at the file
// as it was written, so that no secret is taken for one.
func (l *loader) templates(v source.Value, at []string) error {
	switch v.Kind {
	case source.String:
		return l.templatesOf(v, v.Text, at)
	case source.Array:
		for _, item := range v.Items {
			if err := l.templates(item, at); err != nil {
				return err
			}
		}
	case source.Object:
		for _, m := range v.Members {
			if (len(at) == 0 || len(at) == 2) && strings.HasPrefix(m.Name, "x-") {
				continue // the user's own, in the file and in its operations and hooks
			}
			name := source.Value{Line: m.Line, Column: m.Column}
			if template.MatchString(m.Name) {
				return l.doc.ErrorIn(name, "templates are filled in values", "a template in a name is not filled")
			}
			if err := l.templates(m.Value, append(at[:len(at):len(at)], m.Name)); err != nil {
				return err
			}
		}
	case source.Null, source.Bool, source.Number:
	}
	return nil
}

// templatesOf refuses those of a text, which a value of the file gives or names.
func (l *loader) templatesOf(v source.Value, text string, at []string) error {
	names := known(at)
	for _, m := range template.FindAllStringSubmatch(text, -1) {
		switch {
		case slices.Contains(names, m[1]):
		case names == nil:
			return l.doc.ErrorIn(v, "they are filled in paths, headers and bodies", "templates are not filled here, and {{ %s }} is one", m[1])
		case m[1] == "seconds" || m[1] == "point" || m[1] == "id":
			return l.doc.ErrorIn(v, "known here: "+strings.Join(names, ", "), "{{ %s }} stands for nothing here", m[1])
		default:
			return l.doc.ErrorIn(v, "known here: "+strings.Join(names, ", "),
				"{{ %s }} stands for nothing%s", m[1], source.DidYouMean(m[1], names))
		}
	}
	return nil
}
