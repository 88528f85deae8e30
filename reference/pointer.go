package reference

import (
	"encoding/json"
	"strconv"
	"strings"
)

// pointerParts splits a JSON Pointer (RFC 6901) and undoes its escapes.
func pointerParts(pointer string) []string {
	if pointer == "" {
		return nil
	}
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts
}

// member returns what the parts of a pointer lead to within objects, and
// whether it is there.
func member(v any, parts []string) (any, bool) {
	for _, p := range parts {
		object, _ := v.(map[string]any)
		next, found := object[p]
		if !found {
			return nil, false
		}
		v = next
	}
	return v, true
}

// longestList bounds the lists that withMember makes on its way.
const longestList = 100

// withMember returns v with a value at the place that the parts lead to.
// Objects and lists on the way are made where they are missing, and what is
// neither gives way to them.
func withMember(v any, parts []string, value any) any {
	if len(parts) == 0 {
		return value
	}
	object, isObject := v.(map[string]any)
	i, err := strconv.Atoi(parts[0])
	if err == nil && i >= 0 && i < longestList && !isObject {
		list, _ := v.([]any)
		for len(list) <= i {
			list = append(list, nil)
		}
		list[i] = withMember(list[i], parts[1:], value)
		return list
	}
	if !isObject {
		object = map[string]any{}
	}
	object[parts[0]] = withMember(object[parts[0]], parts[1:], value)
	return object
}

// literal gives a text the JSON type that it looks like, so that "true" is a
// truth value and "0084" a string.
func literal(text string) any {
	switch text {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	if n := json.Number(text); json.Valid([]byte(text)) && strings.Trim(text, "0123456789.eE+-") == "" {
		return n
	}
	return text
}
