package source

import (
	"fmt"
	"strings"
)

// An Error is one mistake in a text, with its place.
type Error struct {
	Name         string // of the text, as given
	Line, Column int    // from 1
	Message      string // what is wrong: lower case, without a full stop
	Hint         string // the way out, or what the schema says of the place; empty if there is none
	Excerpt      string // the line, the one before it, and a caret under the place; empty if the text has no such line
}

// Error writes "name:line:column: message", the excerpt, and the hint, each
// from a line of its own.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
	if e.Excerpt != "" {
		b.WriteString("\n" + e.Excerpt)
	}
	if e.Hint != "" {
		b.WriteString("\nhint: " + e.Hint)
	}
	return b.String()
}

// Errorf makes an error about the value that a JSON Pointer names, or about the
// nearest part of the text above it.
func (d *Document) Errorf(pointer, hint, format string, args ...any) error {
	line, column := d.place(pointer)
	return d.errorAt(line, column, fmt.Sprintf(format, args...), hint)
}

// ErrorIn makes an error about a value of the document.
func (d *Document) ErrorIn(v Value, hint, format string, args ...any) error {
	return d.errorAt(v.Line, v.Column, fmt.Sprintf(format, args...), hint)
}

// place returns where the value that a pointer names stands, or the nearest
// part of the text above it. A value that was not read from the text has no
// place of its own.
func (d *Document) place(pointer string) (line, column int) {
	v := d.Root
	line, column = max(v.Line, 1), max(v.Column, 1)
	for _, p := range parts(pointer) {
		next, found := v.Get("/" + escape(p))
		if !found {
			break
		}
		if v = next; v.Line > 0 {
			line, column = v.Line, v.Column
		}
	}
	return line, column
}

func escape(part string) string {
	return strings.ReplaceAll(strings.ReplaceAll(part, "~", "~0"), "/", "~1")
}

func (d *Document) errorAt(line, column int, message, hint string) error {
	return &Error{
		Name: d.name, Line: line, Column: column, Message: message, Hint: hint,
		Excerpt: excerpt(d.text, line, column),
	}
}
