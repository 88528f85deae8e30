package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Bounds of a text that a program wrote. It may be much larger than one that a
// person writes; reading it takes up to some seconds.
const (
	maxLargeJSON  = 1 << 26 // bytes
	maxLargeYAML  = 1 << 23 // bytes
	maxLargeMarks = 800_000
	maxLargeParts = 1_000_000
)

// ParseLarge reads a text that a program wrote, such as the description of an
// API or a recording: as [Parse] does, with wider bounds, and with YAML numbers that JSON cannot spell as texts. A text that begins with
// a brace or a bracket is read as JSON alone, of which it keeps all members with
// one name.
func ParseLarge(name string, text []byte) (*Document, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return parse(name, text, bounds{maxLargeYAML, maxLargeMarks, maxLargeParts, true})
	}
	d := &Document{name: name, text: text}
	if len(text) > maxLargeJSON {
		d.text = nil
		return nil, d.errorAt(1, 1, fmt.Sprintf("the text has %d bytes, and more than %d are not read", len(text), maxLargeJSON), "")
	}
	p := placedParser{document: d, decoder: json.NewDecoder(bytes.NewReader(text)), line: 1, column: 1}
	p.decoder.UseNumber()
	var err error
	if d.Root, err = p.value(0); err != nil {
		return nil, err
	}
	p.advance()
	if _, err := p.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, d.errorAt(p.line, p.column, "something follows the value", "")
	}
	return d, nil
}

// A placedParser reads JSON and keeps the places of all parts.
type placedParser struct {
	document     *Document
	decoder      *json.Decoder
	offset       int // of the place
	line, column int
	parts        int
}

// advance goes to the beginning of the next token.
func (p *placedParser) advance() {
	text := p.document.text
	p.to(int(p.decoder.InputOffset()))
	next := p.offset
	for next < len(text) && bytes.IndexByte([]byte(" \t\r\n,:"), text[next]) >= 0 {
		next++
	}
	p.to(next)
}

func (p *placedParser) to(offset int) {
	text := p.document.text[p.offset:min(offset, len(p.document.text))]
	p.offset += len(text)
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		p.line, p.column = p.line+n, 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.column += utf8.RuneCount(text)
}

// token returns the next token and leaves the place at its beginning.
func (p *placedParser) token() (json.Token, error) {
	p.advance()
	t, err := p.decoder.Token()
	if err == nil {
		return t, nil
	}
	var e *json.SyntaxError
	message := err.Error()
	if errors.As(err, &e) {
		p.to(max(int(e.Offset)-1, p.offset))
	} else if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		p.to(len(p.document.text))
		message = "the text ends before a quote or bracket is closed"
	}
	return nil, p.document.errorAt(p.line, p.column, "this is no JSON: "+message, "")
}

func (p *placedParser) value(depth int) (Value, error) {
	t, err := p.token()
	if err != nil {
		return Value{}, err
	}
	v := Value{Line: p.line, Column: p.column}
	p.parts++
	switch {
	case depth > maxDepth:
		return v, p.document.ErrorIn(v, "", "it nests deeper than %d levels", maxDepth)
	case p.parts > maxLargeParts:
		return v, p.document.ErrorIn(v, "", "the text has more than %d values", maxLargeParts)
	}
	switch t := t.(type) {
	case bool:
		v.Kind, v.Text = Bool, fmt.Sprint(t)
	case json.Number:
		v.Kind, v.Text = Number, t.String()
	case string:
		v.Kind, v.Text = String, t
	case json.Delim:
		if t == '{' {
			v.Kind = Object
			return p.members(v, depth)
		}
		v.Kind = Array
		return p.items(v, depth)
	}
	return v, nil
}

func (p *placedParser) members(v Value, depth int) (Value, error) {
	for p.decoder.More() {
		t, err := p.token()
		if err != nil {
			return v, err
		}
		name, _ := t.(string) // the decoder takes nothing else for a name
		m := Member{Name: name, Line: p.line, Column: p.column}
		if m.Value, err = p.value(depth + 1); err != nil {
			return v, err
		}
		v.Members = append(v.Members, m)
	}
	_, err := p.token()
	return v, err
}

func (p *placedParser) items(v Value, depth int) (Value, error) {
	for p.decoder.More() {
		item, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.Items = append(v.Items, item)
	}
	_, err := p.token()
	return v, err
}
