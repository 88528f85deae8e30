package target

import (
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// fields reads a mapping of header fields in the order of the file.
func (l *loader) fields(pointer string) ([]idem.Field, error) {
	v, _ := l.root.Get(pointer)
	fields := make([]idem.Field, 0, len(v.Members))
	for _, m := range v.Members {
		name := source.Value{Line: m.Line, Column: m.Column}
		switch {
		case has(fields, m.Name):
			return nil, l.doc.ErrorIn(name, "remove one of them", "header %s stands here a second time", m.Name)
		case is(m.Name, "Content-Length", "Transfer-Encoding"):
			return nil, l.doc.ErrorIn(name, "remove it", "header %s is the harness's own, since it follows from the body", m.Name)
		case unsendable(m.Value.Text):
			return nil, l.doc.ErrorIn(m.Value, "", "header %s: a value cannot have line ends or other control characters", m.Name)
		}
		fields = append(fields, idem.Field{Name: m.Name, Value: m.Value.Text})
	}
	return fields, nil
}

// openFields reads header fields that go with the credential of whoever asks, so
// that none of them can be one itself.
func (l *loader) openFields(pointer string) ([]idem.Field, error) {
	v, _ := l.root.Get(pointer)
	for _, m := range v.Members {
		given := false
		for _, credential := range l.target.credentials {
			given = given || has(credential, m.Name)
		}
		name := source.Value{Line: m.Line, Column: m.Column}
		switch {
		case given:
			return nil, l.doc.ErrorIn(name, "remove it here", "header %s is given by a credential already", m.Name)
		case is(m.Name, "Authorization"):
			return nil, l.doc.ErrorIn(name, "give it as auth: { bearer: … }, or as auth: { header: { name: Authorization, value: … } }",
				"header %s is a credential, and here it could not be left out or replaced by another", m.Name)
		}
	}
	return l.fields(pointer)
}

// escaped writes a name as a part of a JSON Pointer (RFC 6901).
var escaped = strings.NewReplacer("~", "~0", "/", "~1")

// unsendable reports whether a text would end its header field early, or change
// the ones after it.
func unsendable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

func is(name string, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

func has(fields []idem.Field, name string) bool { return idem.Message{Header: fields}.Has(name) }

// over lays header fields over others: those of the same name are replaced.
func over(fields, upper []idem.Field) []idem.Field {
	kept := slices.DeleteFunc(slices.Clone(fields), func(f idem.Field) bool { return has(upper, f.Name) })
	return append(kept, upper...)
}

func (f filler) fields(fields []idem.Field) []idem.Field {
	filled := make([]idem.Field, len(fields))
	for i, field := range fields {
		filled[i] = idem.Field{Name: field.Name, Value: f.text("header "+field.Name, field.Value)}
	}
	return filled
}

// withContentType adds the Content-Type that fits a body, unless one is given.
func withContentType(fields []idem.Field, p payload) []idem.Field {
	if kind := p.contentType(); kind != "" && !has(fields, "Content-Type") {
		fields = append(fields, idem.Field{Name: "Content-Type", Value: kind})
	}
	return fields
}
