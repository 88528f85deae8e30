package checks

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// countsWrites are members of a resource that may tell how often or when it was
// written without being another state of it.
var countsWrites = []string{"updated", "updated_at", "updatedAt", "modified", "modified_at", "last_modified", "version", "revision", "etag"}

// writeCounters are the same as JSON Pointers at the top of a body.
var writeCounters = func() []string {
	pointers := make([]string, len(countsWrites))
	for i, name := range countsWrites {
		pointers[i] = "/" + name
	}
	return pointers
}()

// membersOf lists the members at the top of a body that was sent, as JSON Pointers.
func membersOf(body []byte) []string {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return nil
	}
	var pointers []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		pointers = append(pointers, "/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return pointers
}

// sentAt is [idem.Response.At] for a body that was sent.
func sentAt(x idem.Exchange, pointer string) (string, bool) {
	return idem.Response{Body: x.Sent.Body}.At(pointer)
}

// numbersOf returns all numbers of a body by their place, those that are spelled
// as strings included, and without those that count writes.
func numbersOf(body []byte) map[string]*big.Rat {
	all := map[string]*big.Rat{}
	var walk func(place string, v any)
	walk = func(place string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, value := range v {
				if !slices.Contains(countsWrites, name) {
					walk(place+"/"+name, value)
				}
			}
		case []any:
			for i, value := range v {
				walk(place+"/"+strconv.Itoa(i), value)
			}
		case json.Number:
			if n, ok := idem.Rational(v.String()); ok {
				all[place] = n
			}
		case string:
			if n, ok := idem.Rational(v); ok {
				all[place] = n
			}
		}
	}
	var v any
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.UseNumber()
	if d.Decode(&v) == nil {
		walk("", v)
	}
	return all
}

// A growth is what three reads of a resource show: before a relative change,
// after it, and after the same change again.
type growth struct{ seen, repeated, same bool }

// grew compares three reads. Seen means that the first change is there, repeated
// that a number has changed by the same amount twice, and same that the second
// change has changed nothing that the first one did.
func grew(zero, once, twice idem.Exchange) growth {
	a, b, c := numbersOf(zero.Response.Body), numbersOf(once.Response.Body), numbersOf(twice.Response.Body)
	g := growth{same: true}
	for place, was := range b {
		if a[place] == nil || c[place] == nil || was.Cmp(a[place]) == 0 {
			continue
		}
		g.seen = true
		first, second := new(big.Rat).Sub(was, a[place]), new(big.Rat).Sub(c[place], was)
		g.repeated = g.repeated || first.Cmp(second) == 0
		g.same = g.same && second.Sign() == 0
	}
	if !g.seen {
		// What changes is no number.
		g.seen = !idem.EqualJSON(zero.Response.Body, once.Response.Body)
		g.same = idem.EqualJSON(once.Response.Body, twice.Response.Body)
	}
	return g
}
