package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ParseJSON reads one whole JSON value. Of the result no part knows its place.
// It returns an error if the text is no JSON, nests too deep, or goes on after
// the value. Of members with one name all are kept.
func ParseJSON(text []byte) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := parseValue(d, 0)
	if err != nil {
		return Value{}, fmt.Errorf("no JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Value{}, errors.New("no JSON: something follows the value")
	}
	return v, nil
}

func parseValue(d *json.Decoder, depth int) (Value, error) {
	if depth > maxDepth {
		return Value{}, fmt.Errorf("it nests deeper than %d levels", maxDepth)
	}
	t, err := d.Token()
	if err != nil {
		return Value{}, err
	}
	switch t := t.(type) {
	case bool:
		return Value{Kind: Bool, Text: fmt.Sprint(t)}, nil
	case json.Number:
		return Value{Kind: Number, Text: t.String()}, nil
	case string:
		return Text(t), nil
	case json.Delim:
		return parseNested(d, t, depth)
	}
	return Value{}, nil
}

func parseNested(d *json.Decoder, open json.Delim, depth int) (Value, error) {
	v := Value{Kind: Array}
	if open == '{' {
		v.Kind = Object
	}
	for d.More() {
		var name string
		if v.Kind == Object {
			t, err := d.Token()
			if err != nil {
				return v, err
			}
			name, _ = t.(string) // the decoder takes nothing else for a name
		}
		inner, err := parseValue(d, depth+1)
		if err != nil {
			return v, err
		}
		if v.Kind == Object {
			v.Members = append(v.Members, Member{Name: name, Value: inner})
		} else {
			v.Items = append(v.Items, inner)
		}
	}
	_, err := d.Token()
	return v, err
}
