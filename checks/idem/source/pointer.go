package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// parts splits a JSON Pointer (RFC 6901) into its unescaped parts.
func parts(pointer string) []string {
	if pointer == "" {
		return nil
	}
	all := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, p := range all {
		all[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return all
}

// Get returns the part of the value that a JSON Pointer names, and whether it
// is there.
func (v Value) Get(pointer string) (Value, bool) {
	for _, p := range parts(pointer) {
		switch v.Kind {
		case Object:
			i := v.find(p)
			if i < 0 {
				return Value{}, false
			}
			v = v.Members[i].Value
		case Array:
			i, ok := index(p, len(v.Items))
			if !ok {
				return Value{}, false
			}
			v = v.Items[i]
		case Null, Bool, Number, String:
			return Value{}, false
		}
	}
	return v, true
}

func (v Value) find(name string) int {
	return slices.IndexFunc(v.Members, func(m Member) bool { return m.Name == name })
}

// Set returns the value with another one in the place that a JSON Pointer
// names. A member that is missing is added at the end of its object, and so are
// objects on the way. It returns an error if the way leads through something
// that is no object and no array.
func (v Value) Set(pointer string, to Value) (Value, error) {
	return v.set(parts(pointer), to, pointer)
}

func (v Value) set(way []string, to Value, pointer string) (Value, error) {
	if len(way) == 0 {
		return to, nil
	}
	var err error
	switch v.Kind {
	case Object:
		v.Members = slices.Clone(v.Members)
		i := v.find(way[0])
		if i < 0 {
			i = len(v.Members)
			v.Members = append(v.Members, Member{Name: way[0], Value: Value{Kind: Object}})
		}
		v.Members[i].Value, err = v.Members[i].Value.set(way[1:], to, pointer)
	case Array:
		i, ok := index(way[0], len(v.Items))
		if !ok {
			return v, fmt.Errorf("pointer %q: the array has no element %q", pointer, way[0])
		}
		v.Items = slices.Clone(v.Items)
		v.Items[i], err = v.Items[i].set(way[1:], to, pointer)
	case Null, Bool, Number, String:
		return v, fmt.Errorf("pointer %q leads into something that is neither an object nor an array", pointer)
	}
	return v, err
}

// Merge returns the value with a patch laid over it (RFC 7396): members of an
// object replace those of the same name where they stand, null removes one, and
// anything else replaces the whole.
func (v Value) Merge(patch Value) Value {
	if patch.Kind != Object || v.Kind != Object {
		return patch
	}
	v.Members = slices.Clone(v.Members)
	for _, m := range patch.Members {
		i := v.find(m.Name)
		switch {
		case m.Value.Kind == Null && i >= 0:
			v.Members = slices.Delete(v.Members, i, i+1)
		case m.Value.Kind == Null:
		case i >= 0:
			v.Members[i].Value = v.Members[i].Value.Merge(m.Value)
		default:
			v.Members = append(v.Members, m)
		}
	}
	return v
}

// index reads a place in an array from a part of a JSON Pointer, which spells
// it without signs and leading zeros.
func index(part string, length int) (int, bool) {
	i, err := strconv.Atoi(part)
	return i, err == nil && i >= 0 && i < length && strconv.Itoa(i) == part
}
