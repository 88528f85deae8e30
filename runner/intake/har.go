package intake

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// private reads a text that may have secrets: its mistakes show no part of it.
func private(name string, text []byte) (*source.Document, error) {
	d, err := source.ParseLarge(name, text)
	var e *source.Error
	if errors.As(err, &e) {
		e.Excerpt = ""
	}
	return d, err
}

// HAR reads the requests that write of a recording in the HTTP Archive format
// 1.2, such as browsers save it.
func HAR(name string, text []byte) ([]Candidate, error) {
	d, err := private(name, text)
	if err != nil {
		return nil, err
	}
	if _, found := d.Root.Get("/log/entries"); !found {
		return nil, &source.Error{Name: name, Line: 1, Column: 1, Message: "this is no recording: it has no log with entries", Hint: "save it in the browser's network panel as HAR"}
	}
	var all []Candidate
	for i, entry := range items(d.Root, "/log/entries") {
		method, address := strings.ToUpper(member(entry, "/request/method")), member(entry, "/request/url")
		base, path, _, err := split(address)
		if !writes(method) || err != nil {
			continue
		}
		path, _, _ = strings.Cut(path, "?")
		r := recorded(entry, method, address)
		all = append(all, Candidate{
			ID: strconv.Itoa(i + 1), Title: method + " " + written(base+path), Key: keyOf(r),
			Make: func() Request { return r },
		})
	}
	return unique(all), nil
}

func writes(method string) bool { return is(method, methods...) }

// keyOf returns the carrier of the key of a request; empty if it has none.
func keyOf(r Request) string {
	var names []string
	for _, f := range r.Header {
		names = append(names, f.Name)
	}
	if key := keyHeader(names); key != "" {
		return key
	}
	if c, found := takeKey(&r, nil, ""); found {
		return c.Name
	}
	return ""
}

// recorded makes a request of an entry.
func recorded(entry source.Value, method, address string) Request {
	r := Request{Method: method, Address: address, Header: fields(entry, "/request/headers")}
	kind, text := member(entry, "/request/postData/mimeType"), member(entry, "/request/postData/text")
	params := fields(entry, "/request/postData/params")
	switch {
	case text != "":
		r.Body = bodyOf(kind, text)
	case len(params) > 0 && strings.HasPrefix(kind, "multipart/"):
		r.Body = Body{Kind: MultipartBody, Form: params}
	case len(params) > 0:
		r.Body = formBody(params)
	}
	if r.value("Content-Type") == "" && kind != "" {
		r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: kind})
	}
	answer(&r, entry)
	return r
}

// formBody makes a body of fields that may stand twice.
func formBody(params []idem.Field) Body {
	if singular(params) {
		return Body{Kind: FormBody, Form: params}
	}
	pairs := make([]string, len(params))
	for i, p := range params {
		pairs[i] = escape(p.Name) + "=" + escape(p.Value)
	}
	return Body{Kind: RawBody, Raw: strings.Join(pairs, "&")}
}

// answer takes over what an entry's answer tells of ids, if it is a success.
func answer(r *Request, entry source.Value) {
	status, _ := entry.Get("/response/status")
	if !strings.HasPrefix(status.Text, "2") || len(status.Text) != 3 {
		return
	}
	for _, f := range fields(entry, "/response/headers") {
		r.Located = r.Located || is(f.Name, "Location")
	}
	text := member(entry, "/response/content/text")
	if member(entry, "/response/content/encoding") == "base64" {
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return
		}
		text = string(decoded)
	}
	if v, ok := readJSON(plain(text)); ok {
		r.Answer = &v
	}
}

// fields reads a list of names and values; what is disabled is left out.
func fields(v source.Value, pointer string) []idem.Field {
	var all []idem.Field
	for _, item := range items(v, pointer) {
		name := member(item, "/name") + member(item, "/key")
		if off, _ := item.Get("/disabled"); off.Text == "true" && off.Kind == source.Bool || name == "" {
			continue
		}
		m, _ := item.Get("/value")
		all = append(all, idem.Field{Name: name, Value: plain(m.Text)})
	}
	return all
}
