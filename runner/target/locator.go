package target

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/theory/jsonpath"
)

// A locator finds the id of a resource in an answer. The zero locator finds
// none.
type locator struct {
	path   *selector // nil if it is no JSONPath
	header string
}

// A selector is a JSONPath (RFC 9535) and the text that it was read from.
type selector struct {
	*jsonpath.Path
	text string
}

func (s *selector) String() string { return s.text }

// locator reads an id: a JSONPath (RFC 9535), or {header: Name}.
func (l *loader) locator(at string) (locator, error) {
	v, found := l.root.Get(at)
	if !found {
		return locator{}, nil
	}
	if v.Kind == source.Object {
		name, _ := v.Get("/header")
		return locator{header: name.Text}, nil
	}
	p, err := l.path(at)
	return locator{path: p}, err
}

// path compiles a JSONPath of the file; nil if there is none.
func (l *loader) path(at string) (*selector, error) {
	text := l.textAt(at)
	if text == nil {
		return nil, nil
	}
	p, err := jsonpath.Parse(*text)
	if err != nil {
		return nil, l.doc.Errorf(at, "write it as in RFC 9535, such as $.data[*].id", "it is no JSONPath: %s", l.cause(at, err))
	}
	return &selector{p, *text}, nil
}

func (l locator) find(r idem.Response) (string, bool) {
	if l.header != "" {
		value, _ := r.Lookup(l.header)
		return lastPart(value)
	}
	if l.path == nil {
		return "", false
	}
	doc, err := decode(r.Body)
	if err != nil {
		return "", false
	}
	return scalar(l.path, doc)
}

// lastPart returns the id that a header field holds: of an address, the last
// part of its path.
func lastPart(value string) (string, bool) {
	if u, err := url.Parse(value); err == nil && strings.Contains(value, "/") {
		value = path.Base(u.Path)
	}
	return value, value != "" && value != "/" && value != "."
}

// decode reads JSON and keeps the spelling of its numbers.
func decode(body []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the value")
	}
	return v, nil
}

// scalar returns the one text or number that a path selects, and whether it
// selects exactly one. An empty text is none.
func scalar(p *selector, doc any) (string, bool) {
	found := p.Select(doc)
	if len(found) != 1 {
		return "", false
	}
	switch v := found[0].(type) {
	case string:
		return v, v != ""
	case json.Number:
		return v.String(), true
	}
	return "", false
}
