package target

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A payload is a body before its templates are filled.
type payload struct {
	kind  payloadKind
	value source.Value // of a JSON body, or the fields of a form
	raw   string
	at    string // JSON Pointer to where it stands in the file
}

type payloadKind int

const (
	noBody payloadKind = iota
	jsonBody
	formBody
	rawBody
)

// payload reads the one body that an operation or hook has.
func (l *loader) payload(at string) (payload, error) {
	if v, found := l.root.Get(at + "/body"); found {
		return payload{kind: jsonBody, value: v, at: at + "/body"}, nil
	}
	if v, found := l.root.Get(at + "/form"); found {
		return payload{kind: formBody, value: v, at: at + "/form"}, nil
	}
	if raw := l.textAt(at + "/body_raw"); raw != nil {
		return payload{kind: rawBody, raw: *raw, at: at + "/body_raw"}, nil
	}
	if name := l.textAt(at + "/body_file"); name != nil {
		return l.bodyFile(at+"/body_file", *name)
	}
	return payload{}, nil
}

// bodyFile reads a body that has a file of its own.
func (l *loader) bodyFile(at, name string) (payload, error) {
	text, err := l.env.ReadFile(name)
	if err != nil {
		return payload{}, l.doc.Errorf(at, "", "the body cannot be read: %s", l.cause(at, err))
	}
	v, _ := l.doc.Root.Get(at)
	p := payload{kind: rawBody, raw: string(text), at: at}
	return p, l.templatesOf(v, p.raw, parts(at))
}

// contentType is the Content-Type that fits; empty if the file has to say it.
func (p payload) contentType() string {
	switch p.kind {
	case jsonBody:
		return "application/json"
	case formBody:
		return "application/x-www-form-urlencoded"
	case noBody, rawBody:
	}
	return ""
}

func (p payload) mentions(name string) bool {
	found := mentions(p.raw, name)
	_, _ = p.value.Strings(func(v source.Value) (string, error) {
		found = found || mentions(v.Text, name)
		return v.Text, nil
	})
	return found
}

// fill puts values in the place of templates.
func (p payload) fill(f filler) payload {
	p.value, p.raw = f.body("", p.value), f.text("raw", p.raw)
	return p
}

// same reports whether two filled bodies say the same.
func (p payload) same(other payload) bool {
	if p.kind == rawBody && other.kind == rawBody {
		return p.raw == other.raw || idem.EqualJSON([]byte(p.raw), []byte(other.raw))
	}
	return p.kind == other.kind && idem.EqualJSON(p.value.JSON(), other.value.JSON())
}

// bytes writes a filled body.
func (p payload) bytes() []byte {
	switch p.kind {
	case jsonBody:
		return p.value.JSON()
	case formBody:
		pairs := make([]string, len(p.value.Members))
		for i, m := range p.value.Members {
			pairs[i] = url.QueryEscape(m.Name) + "=" + url.QueryEscape(m.Value.Text)
		}
		return []byte(strings.Join(pairs, "&"))
	case rawBody:
		return []byte(p.raw)
	case noBody:
	}
	return nil
}

// with returns the body with a text at a place: a JSON Pointer, or the name of a
// form field.
func (p payload) with(kind payloadKind, name, text string) (payload, error) {
	if p.kind != kind && kind == formBody {
		return p, fmt.Errorf("the key travels in the form field %q, and the operation has no form", name)
	}
	if p.kind == rawBody {
		v, err := source.ParseJSON([]byte(p.raw))
		if err != nil {
			return p, fmt.Errorf("the key travels in the body at %s, and the body is %w", name, err)
		}
		p.kind, p.value = jsonBody, v
	}
	if p.kind != kind {
		return p, fmt.Errorf("the key travels in the body at %s, and the operation has no JSON body", name)
	}
	if kind == formBody {
		name = "/" + escaped.Replace(name)
	}
	if _, given := p.value.Get(name); given {
		return p, fmt.Errorf("the body has something at %s already, where the key travels: take it out of the target file", name)
	}
	var err error
	p.value, err = p.value.Set(name, source.Text(text))
	return p, err
}
