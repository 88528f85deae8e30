package source

import (
	"fmt"
	"unicode/utf8"
)

// Bounds of a text, so that a hostile one is refused within a tenth of a second.
// What costs the parser time is less the size of a text than its parts, at some
// four microseconds each.
const (
	maxSize     = 1 << 19 // bytes
	maxMarks    = 20_000  // line ends, commas, colons and other bytes that begin a part
	maxDepth    = 100     // levels of nesting
	maxParts    = 100_000 // values, each use of an alias counted anew
	maxExponent = 400     // of a number, above and below zero, since 1e-9999999 has ten million digits
)

// bounds are those of one text.
type bounds struct {
	size, marks, parts int
	lenient            bool // a number that JSON cannot spell is taken as text
}

// within refuses a text that would take long to read.
func (d *Document) within(b bounds) error {
	const way = "put a long body into a file of its own, and name it with body_file"
	if len(d.text) > b.size {
		size := len(d.text)
		d.text = nil
		return d.errorAt(1, 1, fmt.Sprintf("the text has %d bytes, and more than %d are not read", size, b.size), way)
	}
	marks, line := 0, 1
	for _, c := range d.text {
		switch c {
		case '\n':
			line++
			fallthrough
		case ',', ':', '&', '*', '!':
			if marks++; marks > b.marks {
				return d.errorAt(line, 1, fmt.Sprintf("the text has more than %d lines, commas and colons, and no more are read", b.marks), way)
			}
		}
	}
	return nil
}

// encoding refuses a text that is not UTF-8, or that has characters which no
// YAML can have.
func (d *Document) encoding() error {
	line, column := 1, 1
	for i := 0; i < len(d.text); {
		r, size := utf8.DecodeRune(d.text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return d.errorAt(line, column, fmt.Sprintf("the byte %#02x is no UTF-8", d.text[i]), "save the file as UTF-8")
		case r == '\n':
			line, column = line+1, 0
		case r < ' ' && r != '\t' && r != '\r' || r == 0x7f:
			return d.errorAt(line, column, fmt.Sprintf("the control character %U cannot stand here", r), `write it as an escape in double quotes, such as "\x1b"`)
		}
		i, column = i+size, column+1
	}
	return nil
}
