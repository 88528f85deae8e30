package target

import (
	"fmt"
	"net/url"

	"github.com/dunglas/httpsfv"
	"github.com/idemspec/idemspec/checks/idem"
)

// A Bound is an operation's request with all templates filled, once for a case:
// each variant of it that is sent has the same values.
type Bound struct {
	Method  string
	URL     *url.URL
	Header  []idem.Field
	Body    []byte
	payload payload
	changed payload
	changes bool
}

// Bind fills the templates of an operation for one case.
func (t *Target) Bind(op *Operation, v Values) (Bound, error) {
	f := newFiller(v, op.Name)
	u, err := join(t.URL, f.address(op.path))
	if err != nil {
		return Bound{}, err
	}
	b := Bound{
		Method: op.method, URL: u, changes: op.changes,
		payload: op.payload.fill(newFiller(v, op.Name+"/body")),
		changed: op.changed.fill(newFiller(v, op.Name+"/body")),
	}
	b.Header = fillFields(f, append(t.header[:len(t.header):len(t.header)], op.header...))
	b.Header = withContentType(b.Header, op.payload)
	b.Body = b.payload.bytes()
	return b, nil
}

// Variant returns the request with the body that a symbol stands for. A symbol
// that is not known, or a change where the file gives none, is an error.
func (b Bound) Variant(s idem.BodySymbol) (Bound, error) {
	switch s {
	case idem.SampleBody:
		return b, nil
	case idem.ChangedBody:
		if !b.changes {
			return b, fmt.Errorf("the operation gives no change")
		}
		b.payload = b.changed
		b.Body = b.payload.bytes()
		return b, nil
	}
	return b, fmt.Errorf("the body %q is not known", s)
}

// Carry returns the request with an idempotency key in the contract's carrier.
func (b Bound) Carry(c idem.Carrier, key string) (Bound, error) {
	if c.Quoted {
		quoted, err := httpsfv.Marshal(httpsfv.NewItem(key))
		if err != nil {
			return b, fmt.Errorf("the key cannot be quoted: %w", err)
		}
		key = quoted
	}
	var err error
	switch c.In {
	case idem.InHeader:
		b.Header = append(b.Header[:len(b.Header):len(b.Header)], idem.Field{Name: c.Name, Value: key})
		return b, nil
	case idem.InQuery:
		u := *b.URL
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += url.QueryEscape(c.Name) + "=" + url.QueryEscape(key)
		b.URL = &u
		return b, nil
	case idem.InBody:
		b.payload, err = b.payload.with(jsonBody, c.Name, key)
	case idem.InForm:
		b.payload, err = b.payload.with(formBody, c.Name, key)
	default:
		err = fmt.Errorf("the carrier %q is not known", c.In)
	}
	b.Body = b.payload.bytes()
	return b, err
}
