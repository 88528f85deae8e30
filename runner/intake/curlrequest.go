package intake

import (
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// request puts together what a line says, by the rules of curl.
func (l *curlLine) request() (Request, error) {
	at := l.words[0]
	if len(l.addresses) == 0 {
		return Request{}, mistake(at.line, at.column, "the line has no address", "")
	}
	if len(l.addresses) > 1 {
		second := l.addresses[1]
		return Request{}, mistake(second.line, second.column, "the line has a second address here, or a word that no flag takes", "give one request; see the quotes before this place")
	}
	r := Request{Method: l.verb(), Address: l.addresses[0].text, Header: l.header, Basic: l.basic, Notes: l.notes.Notes}
	if !strings.Contains(r.Address, "://") && !strings.HasPrefix(r.Address, mark) {
		r.Address = "http://" + r.Address
	}
	if _, _, _, err := split(r.Address); err != nil {
		return r, mistake(l.addresses[0].line, l.addresses[0].column, err.Error(), "")
	}
	data := strings.Join(l.data, "&")
	query := l.query
	if l.get && data != "" {
		query = append(query, data)
	} else {
		l.body(&r, data)
	}
	for _, q := range query {
		r.Address = withQuery(r.Address, q)
	}
	r.Header = slices.DeleteFunc(r.Header, func(f idem.Field) bool { return is(f.Name, l.removed...) && !is(f.Name, "Content-Type") })
	return r, nil
}

func (l *curlLine) verb() string {
	switch {
	case l.method != "":
		return l.method
	case l.head:
		return "HEAD"
	case l.get || l.data == nil && l.form == nil:
		return "GET"
	}
	return "POST"
}

// body gives a request its body, with the type that curl gives it.
func (l *curlLine) body(r *Request, data string) {
	kind := r.value("Content-Type")
	switch {
	case l.form != nil:
		r.drop("Content-Type")
		r.Body = Body{Kind: MultipartBody, Form: l.form}
		return
	case l.data == nil:
		return
	case l.json:
		for _, f := range []idem.Field{{Name: "Content-Type", Value: "application/json"}, {Name: "Accept", Value: "application/json"}} {
			if r.value(f.Name) == "" {
				r.Header = append(r.Header, f)
			}
		}
		kind = r.value("Content-Type")
	case kind == "" && !is("Content-Type", l.removed...):
		kind = "application/x-www-form-urlencoded"
		if _, isJSON := readJSON(data); isJSON && strings.HasPrefix(strings.TrimSpace(data), "{") {
			r.note("the body looks like JSON, and curl sends it as %s: give -H 'Content-Type: application/json' if JSON is meant", kind)
		}
	}
	r.Body = bodyOf(kind, data)
	if r.Body.Kind == RawBody && r.value("Content-Type") == "" && kind != "" {
		r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: kind})
	}
}

// withQuery adds to the query of an address.
func withQuery(address, query string) string {
	address, fragment, _ := strings.Cut(address, "#")
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	address += separator + query
	if fragment != "" {
		address += "#" + fragment
	}
	return address
}
