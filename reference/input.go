package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestBody is how many bytes of a request body are read.
const longestBody = 1 << 20

// fields are the members of a request body that is a JSON object, or the first
// values of a form. Numbers keep their spelling.
type fields map[string]any

// A fault says why a body or a value of it is not taken.
type fault struct {
	problem string // a name of [problems]
	status  int
	detail  string
}

func (f *fault) Error() string { return f.detail }

func malformed(format string, args ...any) error {
	return &fault{"malformed", http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

func invalid(format string, args ...any) error {
	return &fault{"invalid", http.StatusUnprocessableEntity, fmt.Sprintf(format, args...)}
}

// A verdict is an error that has its answer already.
type verdict struct{ Answer }

func (v verdict) Error() string { return string(v.Body) }

// asAnswer turns an error into its answer. One without becomes a malformed
// request.
func asAnswer(err error) *Answer {
	var v verdict
	if errors.As(err, &v) {
		return &v.Answer
	}
	var f *fault
	if !errors.As(err, &f) {
		f = &fault{"malformed", http.StatusBadRequest, err.Error()}
	}
	return refuse(f.problem, f.status, f.detail)
}

func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

// errBrokeOff says that a body did not arrive whole. That is no request, and uses
// up no key.
var errBrokeOff = errors.New("the connection broke off")

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBody))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return nil, &fault{"malformed", http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", longestBody)}
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errBrokeOff, malformed("the body did not arrive whole"))
	}
	return body, nil
}

// parseFields reads a body that has to be there.
func parseFields(r *http.Request, body []byte) (fields, error) {
	if isForm(r) {
		form, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, malformed("the body is no form")
		}
		f := fields{}
		for name, values := range form {
			f[name] = values[0]
		}
		return f, nil
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var f fields
	if err := d.Decode(&f); err != nil || f == nil {
		return nil, malformed("the body is no JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, malformed("the body goes on after its JSON object")
	}
	return f, nil
}

// A reader takes values out of fields and keeps the first thing that is wrong
// with them, so that a request is read in one go.
type reader struct {
	fields fields
	form   bool // numbers are written as text
	err    error
}

func (c *Call) reader() *reader { return &reader{fields: c.fields, form: isForm(c.Request)} }

// check keeps an error unless there is an earlier one.
func (r *reader) check(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) has(name string) bool {
	_, found := r.fields[name]
	return found
}

// need is an error for each member that is not there.
func (r *reader) need(names ...string) {
	for _, name := range names {
		if !r.has(name) {
			r.check(malformed("%s is missing", name))
		}
	}
}

// text returns a member that is a string; an empty one if it is not there.
func (r *reader) text(name string) string {
	s, isText := r.fields[name].(string)
	if r.has(name) && (!isText || !storable(s)) {
		r.check(malformed("%s is not a string of text", name))
	}
	return s
}

// storable reports whether each store can keep a text.
func storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// object returns a member that is an object, as JSON; nil if it is not there. A
// form cannot say one.
func (r *reader) object(name string) json.RawMessage {
	if !r.has(name) {
		return nil
	}
	v, isObject := r.fields[name].(map[string]any)
	if !isObject {
		r.check(malformed("%s is not an object", name))
		return nil
	}
	text, err := json.Marshal(v)
	r.check(err)
	return text
}

// whole returns a member that is a whole number; zero if it is not there.
func (r *reader) whole(name string) int64 {
	if !r.has(name) {
		return 0
	}
	spelled := ""
	switch v := r.fields[name].(type) {
	case json.Number:
		spelled = v.String()
	case string:
		if r.form {
			spelled = v
		}
	}
	n, err := strconv.ParseInt(plainNumber(spelled), 10, 64)
	if err != nil {
		r.check(malformed("%s is not a whole number of minor units", name))
	}
	return n
}
