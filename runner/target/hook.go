package target

import (
	"net/url"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Hook is a request to the target's own tools: its ledger, its clock.
type Hook struct {
	method  string
	base    *url.URL // of the target, for a hook that is given by its path
	address string   // path and query, or a whole address
	header  []idem.Field
	payload payload
}

// A HookRequest is a hook with its templates filled.
type HookRequest struct {
	Method string
	URL    *url.URL
	Header []idem.Field
	Body   []byte
}

// Bind fills the templates of a hook.
func (h Hook) Bind(v Values) (HookRequest, error) {
	f := newFiller(v, h.address)
	u, err := join(h.base, f.address(h.address))
	if err != nil {
		return HookRequest{}, err
	}
	r := HookRequest{Method: h.method, URL: u, Body: h.payload.fill(f).bytes()}
	r.Header = withContentType(fillFields(f, h.header), h.payload)
	return r, nil
}

func (h Hook) mentions(name string) bool {
	return mentions(h.address, name) || h.payload.mentions(name)
}

// hook reads a hook. One that is given by its path goes to the target's own
// host with the target's headers and credential; one with an address of its own
// gets only the headers that it names, so that no credential leaves for another
// host.
func (l *loader) hook(at string, f hookFile, method string) (Hook, error) {
	h := Hook{method: f.Method, address: f.URL}
	if h.method == "" {
		h.method = method
	}
	own, err := l.fields(at + "/headers")
	if err != nil {
		return h, err
	}
	if f.Path != "" {
		h.base, h.address = l.target.URL, f.Path
		h.header = append(append(h.header, l.target.header...), l.target.credentials[idem.Own]...)
	} else if _, err := baseURL(beforeQuery(templateless(f.URL))); err != nil {
		return h, l.doc.Errorf(at+"/url", "", "url: %v", err)
	}
	h.header = append(h.header, own...)
	h.payload, err = l.payload(at)
	return h, err
}

func beforeQuery(address string) string {
	before, _, _ := strings.Cut(address, "?")
	return before
}

// join returns an address: a path and query behind those of a base, or what
// stands for itself if there is no base.
func join(base *url.URL, address string) (*url.URL, error) {
	if base == nil {
		return url.Parse(address)
	}
	return url.Parse(base.Scheme + "://" + base.Host + strings.TrimSuffix(base.EscapedPath(), "/") + address)
}

func fillFields(f *filler, fields []idem.Field) []idem.Field {
	filled := make([]idem.Field, len(fields))
	for i, field := range fields {
		filled[i] = idem.Field{Name: field.Name, Value: f.text(field.Value)}
	}
	return filled
}

// withContentType adds the Content-Type that fits a body, unless one is given.
func withContentType(fields []idem.Field, p payload) []idem.Field {
	_, given := idem.Message{Header: fields}.Lookup("Content-Type")
	if kind := p.contentType(); kind != "" && !given {
		fields = append(fields, idem.Field{Name: "Content-Type", Value: kind})
	}
	return fields
}
