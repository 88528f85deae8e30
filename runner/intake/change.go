package intake

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// countNames are parts of the names of members whose change matters in any API.
var countNames = []string{"amount", "quantity", "qty", "price", "total", "sum", "units", "count", "value"}

// numeral is a number, in a text or not.
var numeral = regexp.MustCompile(`^-?[0-9]{1,30}(?:\.[0-9]{1,20})?$`)

// changeable returns the leaf whose change matters most surely: an amount, or
// else the first number, or else the first text.
func changeable(all []leaf, marker string) (leaf, bool) {
	best, rank := leaf{}, 4
	for _, l := range all {
		if l.pointer == marker || strings.Contains(l.value.Text, mark) {
			continue
		}
		if r := changeRank(l); r < rank {
			best, rank = l, r
		}
	}
	return best, rank < 4
}

func changeRank(l leaf) int {
	n := normal(l.name)
	counts := slices.ContainsFunc(countNames, func(part string) bool { return strings.Contains(n, part) })
	switch {
	case counts && numeral.MatchString(l.value.Text):
		return 0
	case l.value.Kind == source.Number:
		return 1
	case l.value.Kind == source.String && markerRank(l.name) < len(markerNames)+len(markerEnds):
		return 2
	case l.value.Kind == source.String && !fixed.MatchString(l.value.Text):
		return 3
	}
	return 4
}

// changed returns another value of the same kind.
func changed(v source.Value) source.Value {
	if !numeral.MatchString(v.Text) {
		v.Text += " changed"
		return v
	}
	whole, rest, found := strings.Cut(v.Text, ".")
	n, _ := new(big.Int).SetString(whole, 10)
	if strings.HasPrefix(whole, "-") {
		n.Sub(n, big.NewInt(1))
	} else {
		n.Add(n, big.NewInt(1))
	}
	next := n.String()
	if v.Kind == source.String && len(next) < len(whole) {
		next = strings.Repeat("0", len(whole)-len(next)) + next
	}
	if v.Text = next; found {
		v.Text += "." + rest
	}
	return v
}

// patch returns what has to be laid over a body so that one leaf of it has
// another value (RFC 7396, which replaces lists as a whole).
func patch(v source.Value, pointer string, to source.Value) source.Value {
	first, rest, nested := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	inner, _ := v.Get("/" + first)
	switch {
	case !nested:
		inner = to
	case inner.Kind == source.Object:
		inner = patch(inner, "/"+rest, to)
	default:
		if set, err := inner.Set("/"+rest, to); err == nil {
			inner = set
		}
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(first)
	return source.Value{Kind: source.Object, Members: []source.Member{{Name: name, Value: inner}}}
}

// changedText returns a text with another number in it, the first that stands by
// a name of an amount; false if there is none.
func changedText(s string) (string, bool) {
	m := amountInText.FindStringSubmatchIndex(s)
	if m == nil {
		return s, false
	}
	return s[:m[2]] + changed(source.Value{Kind: source.Number, Text: s[m[2]:m[3]]}).Text + s[m[3]:], true
}

var amountInText = regexp.MustCompile(`(?i)(?:amount|quantity|qty|price|total|value)[^0-9\x00]{1,40}?([0-9]{1,20})`)
