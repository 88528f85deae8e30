package source

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// A Kind is the type of a JSON value.
type Kind int

// The kinds. The zero Kind is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// A Value is one JSON value with its place in the text. Members keep their
// order and numbers their spelling, so that writing it again changes nothing
// but white space. A Value is not changed by any function of this package; the
// zero Value is null.
type Value struct {
	Kind    Kind
	Text    string // content of a string, spelling of a number, "true" or "false"
	Items   []Value
	Members []Member
	Line    int // from 1; zero if the value was not read from a text
	Column  int // from 1, in characters
}

// A Member is one name and value of an object.
type Member struct {
	Name         string
	Line, Column int // of the name
	Value        Value
}

// Text returns a string value.
func Text(s string) Value { return Value{Kind: String, Text: s} }

// JSON returns the value as compact JSON, members in order and numbers as
// spelled.
func (v Value) JSON() []byte { return v.append(nil) }

func (v Value) append(b []byte) []byte {
	switch v.Kind {
	case Bool, Number:
		return append(b, v.Text...)
	case String:
		return appendString(b, v.Text)
	case Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.append(b)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, m.Name), ':')
			b = m.Value.append(b)
		}
		return append(b, '}')
	case Null:
	}
	return append(b, "null"...)
}

// appendString writes a JSON string without the escapes that only HTML needs.
func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string is always encodable
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// plain returns the value in the form that encoding/json gives, with numbers as
// [json.Number].
func (v Value) plain() any {
	switch v.Kind {
	case Bool:
		return v.Text == "true"
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case Array:
		all := make([]any, len(v.Items))
		for i, item := range v.Items {
			all[i] = item.plain()
		}
		return all
	case Object:
		all := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			all[m.Name] = m.Value.plain()
		}
		return all
	case Null:
	}
	return nil
}

// Decode stores the value in what into points to, by the rules of
// encoding/json. A whole number may be spelled in any way, such as 5e2.
func (v Value) Decode(into any) error { return json.Unmarshal(v.whole().JSON(), into) }

// whole spells whole numbers as such.
func (v Value) whole() Value {
	switch v.Kind {
	case Number:
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil && math.Abs(f) < 1<<53 && f == math.Trunc(f) {
			v.Text = strconv.FormatInt(int64(f), 10)
		}
	case Array:
		v.Items = slices.Clone(v.Items)
		for i := range v.Items {
			v.Items[i] = v.Items[i].whole()
		}
	case Object:
		v.Members = slices.Clone(v.Members)
		for i := range v.Members {
			v.Members[i].Value = v.Members[i].Value.whole()
		}
	case Null, Bool, String:
	}
	return v
}

// Strings calls f for each string in the value, names of members left out, and
// returns the value with what f returned in their places. The first error ends
// it.
func (v Value) Strings(f func(Value) (string, error)) (Value, error) {
	var err error
	switch v.Kind {
	case String:
		v.Text, err = f(v)
	case Array:
		items := make([]Value, len(v.Items))
		for i := range v.Items {
			if items[i], err = v.Items[i].Strings(f); err != nil {
				return v, err
			}
		}
		v.Items = items
	case Object:
		members := make([]Member, len(v.Members))
		for i, m := range v.Members {
			if m.Value, err = m.Value.Strings(f); err != nil {
				return v, err
			}
			members[i] = m
		}
		v.Members = members
	case Null, Bool, Number:
	}
	return v, err
}
