package idem

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// parseJSON reads one whole JSON value and keeps the spelling of its numbers.
func parseJSON(b []byte) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	_, err := d.Token()
	return v, err == io.EOF
}

// pointTo follows a JSON Pointer (RFC 6901).
func pointTo(v any, pointer string) (any, bool) {
	if pointer == "" {
		return v, true
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		part = unescapePointer(part)
		switch t := v.(type) {
		case map[string]any:
			next, found := t[part]
			if !found {
				return nil, false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(t) {
				return nil, false
			}
			v = t[i]
		default:
			return nil, false
		}
	}
	return v, true
}

func unescapePointer(part string) string {
	return strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
}

// EqualJSON reports whether two bodies are JSON and equal as values: the order
// of members, white space and the spelling of numbers do not matter. Members
// that the pointers name are left out on both sides.
func EqualJSON(a, b []byte, ignore ...string) bool {
	va, okA := parseJSON(a)
	vb, okB := parseJSON(b)
	if !okA || !okB {
		return false
	}
	for _, p := range ignore {
		drop(va, p)
		drop(vb, p)
	}
	return equalValues(va, vb)
}

func drop(v any, pointer string) {
	i := strings.LastIndex(pointer, "/")
	if i < 0 {
		return
	}
	parent, found := pointTo(v, pointer[:i])
	if m, isObject := parent.(map[string]any); found && isObject {
		delete(m, unescapePointer(pointer[i+1:]))
	}
}

func equalValues(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			w, found := b[k]
			if !found || !equalValues(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equalValues(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && equalNumbers(a.String(), b.String())
	default:
		return a == b
	}
}

// maxExponent bounds the numbers that are compared by value, since 1e999999999
// would take all memory to write out.
const maxExponent = 400

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := Rational(a)
	y, okY := Rational(b)
	return okX && okY && x.Cmp(y) == 0
}

// Rational reads a number of any size exactly, and reports whether it is one that
// can be compared: an exponent beyond four hundred is refused, since writing such
// a number out would take all memory.
func Rational(s string) (*big.Rat, bool) {
	if _, exp, found := strings.Cut(strings.ToLower(s), "e"); found {
		n, err := strconv.Atoi(exp)
		if err != nil || n > maxExponent || n < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}
