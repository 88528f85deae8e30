package target

import (
	"fmt"
	"net/url"
	"slices"

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
	bodies  map[idem.BodySymbol]payload
}

// Bind fills the templates of an operation for one case and one party.
func (t *Target) Bind(op *Operation, v Values, as idem.Party) (Bound, error) {
	credential, known := t.credentials[as]
	if !known && as != idem.Nobody {
		return Bound{}, fmt.Errorf("the target file has no credential for %q", as)
	}
	f := filler{v, op.Name}
	u, err := join(t.URL, f.address(op.path))
	if err != nil {
		return Bound{}, err
	}
	b := Bound{Method: op.method, URL: u, payload: op.payload.fill(f), bodies: map[idem.BodySymbol]payload{}}
	for s, p := range op.bodies {
		b.bodies[s] = p.fill(f)
	}
	general := slices.Concat(f.fields(t.header), credential)
	b.Header = withContentType(over(general, f.fields(op.header)), op.payload)
	b.Body = b.payload.bytes()
	return b, nil
}

// Where returns the method of an operation and the path of its address, with
// something in the place of each template.
func (t *Target) Where(op *Operation) (method, path string) {
	u, err := join(t.URL, templateless(op.path))
	if err != nil {
		return op.method, ""
	}
	return op.method, u.Path
}

// Variant returns the request with the body that a symbol stands for. A symbol
// that is not known, or that the operation gives no body for, is an error.
func (b Bound) Variant(s idem.BodySymbol) (Bound, error) {
	if given, found := b.bodies[s]; found {
		b.payload = given
		b.Body = given.bytes()
		return b, nil
	}
	if s == idem.SampleBody {
		return b, nil
	}
	rewrite, known := rewrites[s]
	if !known {
		return b, fmt.Errorf("the operation gives no %s body", s)
	}
	var err error
	b.payload, err = rewrite(b.payload)
	b.Body = b.payload.bytes()
	return b, err
}

// Carry returns the request with a key in the contract's carrier, as it shall
// stand there. More than one stands in header fields of its own each.
func (b Bound) Carry(c idem.Carrier, keys ...string) (Bound, error) {
	var err error
	if len(keys) != 1 && c.In != idem.InHeader {
		return b, fmt.Errorf("the carrier %q takes one key", c.In)
	}
	switch c.In {
	case idem.InHeader:
		if has(b.Header, c.Name) {
			return b, fmt.Errorf("the request has a header %s already, in which the key travels: take it out of the target file", c.Name)
		}
		b.Header = b.Header[:len(b.Header):len(b.Header)]
		for _, key := range keys {
			b.Header = append(b.Header, idem.Field{Name: c.Name, Value: key})
		}
		return b, nil
	case idem.InQuery:
		if b.URL.Query().Has(c.Name) {
			return b, fmt.Errorf("the path has a parameter %s already, in which the key travels: take it out of the target file", c.Name)
		}
		return b.Query(c.Name, keys[0]), nil
	case idem.InBody:
		b.payload, err = b.payload.with(jsonBody, c.Name, keys[0])
	case idem.InForm:
		b.payload, err = b.payload.with(formBody, c.Name, keys[0])
	default:
		err = fmt.Errorf("the carrier %q is not known", c.In)
	}
	b.Body = b.payload.bytes()
	return b, err
}

// Query returns the request with a query parameter more.
func (b Bound) Query(name, value string) Bound {
	u := *b.URL
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += url.QueryEscape(name) + "=" + url.QueryEscape(value)
	b.URL = &u
	return b
}
