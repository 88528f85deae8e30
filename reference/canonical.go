package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A reading says what makes two bodies the same. The zero reading is the
// strictest.
type reading struct {
	anySpacing  bool
	anyOrder    bool     // of members and of the fields of a form
	anySpelling bool     // of numbers
	members     []string // JSON Pointers to the only members that count; nil for all
	ignore      []string // JSON Pointers to members that do not count
}

// loosest takes all bodies for the same that mean the same.
func loosest(f idem.Fingerprint) reading {
	return reading{anySpacing: true, anyOrder: true, anySpelling: true, members: f.Members, ignore: f.Ignore}
}

// readingOf is what a contract says. Where it is silent, what means the same is
// the same.
func readingOf(contract idem.Contract) reading {
	r := loosest(contract.Fingerprint)
	refuses := func(s idem.Situation) bool { return contract.Clause(s).Does == idem.Refuses }
	r.anyOrder, r.anySpelling = !refuses(idem.OtherOrder), !refuses(idem.OtherSpelling)
	r.anySpacing = !refuses(idem.OtherSpacing)
	if refuses(idem.Volatile) {
		r.members, r.ignore = nil, nil
	}
	return r
}

// of writes the body of a call so that what is the same has the same bytes. What
// is neither JSON nor a form stays as it is.
func (r reading) of(c *Call) string {
	if isForm(c.Request) {
		if form, err := url.ParseQuery(string(c.Body)); err == nil && r.anyOrder {
			return form.Encode()
		}
		return string(c.Body)
	}
	if !r.anySpacing {
		return string(c.Body)
	}
	d := json.NewDecoder(bytes.NewReader(c.Body))
	d.UseNumber()
	v, err := readNode(d, deepest)
	if err != nil || d.More() {
		return string(c.Body)
	}
	if len(r.members) > 0 {
		v = v.only(r.members)
	}
	for _, pointer := range r.ignore {
		v = v.without(pointerParts(pointer))
	}
	var b strings.Builder
	r.write(&b, v)
	return b.String()
}

// A node is a JSON value whose members keep their order.
type node struct {
	names []string // of an object
	items []node   // of an object or a list
	kind  json.Delim
	text  string // of anything else
	spelt json.Number
}

// deepest is how far values may be nested that are compared as values.
const deepest = 1000

// errDeep is why a value is compared as it stands.
var errDeep = errors.New("the value is nested too deeply")

// readNode reads one value, nested as deeply as is left.
func readNode(d *json.Decoder, left int) (node, error) {
	if left == 0 {
		return node{}, errDeep
	}
	t, err := d.Token()
	if err != nil {
		return node{}, err
	}
	switch t := t.(type) {
	case json.Delim:
		n := node{kind: t}
		for d.More() {
			if t == '{' {
				name, err := d.Token()
				if err != nil {
					return n, err
				}
				text, _ := name.(string) // the decoder lets no other names through
				n.names = append(n.names, text)
			}
			item, err := readNode(d, left-1)
			if err != nil {
				return n, err
			}
			n.items = append(n.items, item)
		}
		_, err := d.Token()
		return n, err
	case json.Number:
		return node{spelt: t}, nil
	}
	text, err := json.Marshal(t)
	return node{text: string(text)}, err
}

func (r reading) write(w io.StringWriter, n node) {
	put := func(s string) { _, _ = w.WriteString(s) } // a builder never fails
	switch {
	case n.kind == 0 && n.spelt != "":
		if r.anySpelling {
			put(plainNumber(n.spelt.String()))
		} else {
			put(n.spelt.String())
		}
		return
	case n.kind == 0:
		put(n.text)
		return
	}
	order := make([]int, len(n.items))
	for i := range order {
		order[i] = i
	}
	if n.kind == '{' && r.anyOrder {
		slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(n.names[a], n.names[b]) })
	}
	put(n.kind.String())
	for _, i := range order {
		if n.kind == '{' {
			put(strconv.Quote(n.names[i]) + ":")
		}
		r.write(w, n.items[i])
		put(",")
	}
	put("}")
}

// find returns the place of a member; -1 if it is not there.
func (n node) find(name string) int { return slices.Index(n.names, name) }

// without leaves out the member that the parts of a pointer lead to.
func (n node) without(parts []string) node {
	i := -1
	if len(parts) > 0 {
		i = n.find(parts[0])
	}
	if i < 0 {
		return n
	}
	n.names, n.items = slices.Clone(n.names), slices.Clone(n.items)
	if len(parts) == 1 {
		n.names, n.items = slices.Delete(n.names, i, i+1), slices.Delete(n.items, i, i+1)
		return n
	}
	n.items[i] = n.items[i].without(parts[1:])
	return n
}

// only keeps the members that the pointers lead to, in the order of the
// pointers.
func (n node) only(pointers []string) node {
	kept := node{kind: '['}
	for _, pointer := range pointers {
		item, found := n, true
		for _, p := range pointerParts(pointer) {
			i := item.find(p)
			if found = i >= 0; !found {
				break
			}
			item = item.items[i]
		}
		if found {
			kept.items = append(kept.items, node{text: strconv.Quote(pointer)}, item)
		}
	}
	return kept
}

// longestExponent bounds the numbers that are written by value, since
// 1e999999999 would take all memory to write out.
const longestExponent = 400

// plainNumber writes a number in its shortest decimal form.
func plainNumber(s string) string {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	if _, exponent, found := strings.Cut(strings.ToLower(s), "e"); found {
		if n, err := strconv.Atoi(exponent); err != nil || n > longestExponent || n < -longestExponent {
			return s
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return s
	}
	digits, _ := r.FloatPrec()
	return r.FloatString(digits)
}
