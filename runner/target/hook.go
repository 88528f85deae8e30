package target

import (
	"errors"
	"net/url"
	"slices"
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
	f := filler{v, h.address}
	u, err := join(h.base, f.address(h.address))
	if err != nil {
		return HookRequest{}, err
	}
	r := HookRequest{Method: h.method, URL: u, Body: h.payload.fill(f).bytes()}
	r.Header = withContentType(f.fields(h.header), h.payload)
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
		own = over(slices.Concat(l.target.header, l.target.credentials[idem.Own]), own)
		err = l.pathIsWhole(at+"/path", f.Path)
	} else if _, e := baseURL(beforeQuery(templateless(f.URL))); e != nil {
		err = l.doc.Errorf(at+"/url", "", "url: %s", l.cause(at+"/url", e))
	}
	if err != nil {
		return h, err
	}
	h.header = own
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

// pathIsWhole refuses a path that would not be sent as it stands.
func (l *loader) pathIsWhole(at, path string) error {
	if strings.Contains(path, "#") {
		return l.doc.Errorf(at, "write it as %23 if it belongs to the path", "what follows # in a path is never sent")
	}
	if _, err := url.ParseRequestURI(templateless(path)); err != nil {
		return l.doc.Errorf(at, "", "the path cannot be used: %s", l.cause(at, reason(err)))
	}
	return nil
}

// reason returns why an address is none, without the address.
func reason(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
