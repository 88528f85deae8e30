package intake

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// A Candidate is one request of an input that could be tested.
type Candidate struct {
	ID    string         // what --operation names it by
	Title string         // method and path
	Key   string         // the carrier of a key that it declares; empty if it declares none
	Make  func() Request // reads the whole of it
}

// A Request is one request as an input has it, secrets and all. Its texts may
// have marks in them, see [variable].
type Request struct {
	Method  string
	Address string // whole, with its query
	Header  []idem.Field
	Basic   *Basic // nil if the credential is in no user and password
	Body    Body
	Answer  *source.Value // the JSON of a successful answer; nil if the input shows none
	Located bool          // a successful answer has a Location
	Key     string        // header field of the key that the input declares and gives no value for
	Notes   []string      // what of the input was left out, and why
}

// Basic is a user and a password.
type Basic struct{ User, Password string }

// note adds a remark for the user.
func (r *Request) note(format string, args ...any) {
	if text := oneLine(fmt.Sprintf(format, args...)); !slices.Contains(r.Notes, text) {
		r.Notes = append(r.Notes, text)
	}
}

// value returns the value of a header field; empty if it is not there.
func (r *Request) value(name string) string {
	v, _ := idem.Message{Header: r.Header}.Lookup(name)
	return v
}

// drop removes the header fields with these names.
func (r *Request) drop(names ...string) {
	r.Header = slices.DeleteFunc(slices.Clone(r.Header), func(f idem.Field) bool { return is(f.Name, names...) })
}

func is(name string, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// A BodyKind is how a body is written.
type BodyKind int

// The kinds of bodies.
const (
	NoBody BodyKind = iota
	JSONBody
	FormBody      // application/x-www-form-urlencoded
	MultipartBody // multipart/form-data
	RawBody
)

// A Body is the body of a request.
type Body struct {
	Kind BodyKind
	JSON source.Value
	Form []idem.Field // of both kinds of forms
	Raw  string
}

// bodyOf reads a body by its type. What cannot be written as JSON or as a form
// stays as it is.
func bodyOf(kind, text string) Body {
	media, _, _ := strings.Cut(strings.ToLower(kind), ";")
	media = strings.TrimSpace(media)
	switch {
	case text == "":
		return Body{}
	case media == "application/json" || strings.HasSuffix(media, "+json"):
		if v, ok := readJSON(text); ok {
			return Body{Kind: JSONBody, JSON: v}
		}
	case media == "application/x-www-form-urlencoded":
		if fields, ok := readForm(text); ok {
			return Body{Kind: FormBody, Form: fields}
		}
	}
	return Body{Kind: RawBody, Raw: text}
}

// readJSON reads JSON that a target file can hold: not too deep, and with no
// member twice. Marks may stand within its strings.
func readJSON(text string) (source.Value, bool) {
	v, err := source.ParseJSON([]byte(strings.ReplaceAll(text, mark, `\u0000`)))
	return v, err == nil && writable(v, 0)
}

// writable reports whether a target file can hold a value as JSON.
func writable(v source.Value, depth int) bool {
	if depth > 80 || v.Kind == source.Number && strings.ContainsAny(v.Text, "eE") {
		return false
	}
	seen := map[string]bool{}
	for _, m := range v.Members {
		if seen[m.Name] || strings.Contains(m.Name, mark) || strings.Contains(m.Name, "{{") || !writable(m.Value, depth+1) {
			return false
		}
		seen[m.Name] = true
	}
	return !slices.ContainsFunc(v.Items, func(item source.Value) bool { return !writable(item, depth+1) })
}

// readForm reads an encoded form in its order. One with a field twice is none
// that a target file can hold.
func readForm(text string) ([]idem.Field, bool) {
	var fields []idem.Field
	for pair := range strings.SplitSeq(text, "&") {
		name, value, found := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil || !found || name == "" {
			return nil, false
		}
		if value, err = url.QueryUnescape(value); err != nil {
			return nil, false
		}
		fields = append(fields, idem.Field{Name: name, Value: value})
	}
	return fields, singular(fields)
}

// singular reports whether a target file can hold fields as a form.
func singular(fields []idem.Field) bool {
	seen := map[string]bool{}
	for _, f := range fields {
		if seen[f.Name] || strings.Contains(f.Name, mark) || strings.Contains(f.Name, "{{") {
			return false
		}
		seen[f.Name] = true
	}
	return len(fields) > 0
}
