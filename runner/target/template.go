package target

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// Values are what the templates of one case stand for.
type Values struct {
	CaseID  string // the marker of the case
	RunID   string
	Seconds string // how far a clock is to be moved; for the hook of a clock alone
	Point   string // where work is to fail; for the hook of a break alone
	ID      string // of the resource that a request is about; empty if it is about none
	Seed    uint64 // random values follow from it, from the case and from their place
	Now     time.Time
}

// template finds {{ name }}.
var template = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)

// numbers are the templates that stand for a number when they are all of a text
// in a JSON body.
var numbers = map[string]bool{"seconds": true, "$timestamp": true, "$randomInt": true}

// A filler puts values in the place of templates. What is random differs from
// place to place, and in one place it is the same each time for one seed and
// case, whatever else stands in the request.
type filler struct {
	values  Values
	purpose string // tells the requests of a target apart
}

// value returns what a template stands for. One without a known name stands for
// itself, since it came with a secret.
func (f filler) value(template []string, place string) string {
	switch template[1] {
	case "case.id":
		return f.values.CaseID
	case "run.id":
		return f.values.RunID
	case "id":
		return f.values.ID
	case "seconds":
		return f.values.Seconds
	case "point":
		return f.values.Point
	case "$timestamp":
		return strconv.FormatInt(f.values.Now.Unix(), 10)
	case "$isoTimestamp":
		return f.values.Now.UTC().Format(time.RFC3339)
	case "$randomInt":
		return strconv.Itoa(f.random(place).IntN(1_000_000))
	case "$randomHex":
		return f.hex(place)
	case "$uuid":
		h := f.hex(place)
		return strings.Join([]string{h[:8], h[8:12], "4" + h[13:16], "8" + h[17:20], h[20:]}, "-")
	}
	return template[0]
}

func (f filler) random(place string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", f.values.CaseID, f.purpose, place)
	return rand.New(rand.NewPCG(f.values.Seed, h.Sum64()))
}

func (f filler) hex(place string) string {
	r := f.random(place)
	var b [16]byte
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return hex.EncodeToString(b[:])
}

// fill fills a text. Place names it within its request, and escape is what is
// done to each value.
func (f filler) fill(place, s string, escape func(string) string) string {
	n := 0
	return template.ReplaceAllStringFunc(s, func(whole string) string {
		n++
		return escape(f.value(template.FindStringSubmatch(whole), fmt.Sprintf("%s %d", place, n)))
	})
}

// text fills a text.
func (f filler) text(place, s string) string {
	return f.fill(place, s, func(v string) string { return v })
}

// address fills the path and query of an address, with what is put in escaped.
func (f filler) address(s string) string {
	return f.fill("address", s, func(v string) string { return strings.ReplaceAll(url.QueryEscape(v), "+", "%20") })
}

// body fills a JSON body, or the part of it that a JSON Pointer names. A text
// that is one template and nothing else becomes a number if the template stands
// for one.
func (f filler) body(pointer string, v source.Value) source.Value {
	switch v.Kind {
	case source.String:
		if m := template.FindStringSubmatch(v.Text); m != nil && m[0] == v.Text && numbers[m[1]] {
			v.Kind = source.Number
		}
		v.Text = f.text(pointer, v.Text)
	case source.Array:
		items := make([]source.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = f.body(pointer+"/"+strconv.Itoa(i), item)
		}
		v.Items = items
	case source.Object:
		members := make([]source.Member, len(v.Members))
		for i, m := range v.Members {
			m.Value = f.body(pointer+"/"+m.Name, m.Value)
			members[i] = m
		}
		v.Members = members
	case source.Null, source.Bool, source.Number:
	}
	return v
}

// mentions reports whether a text has a template with this name.
func mentions(text, name string) bool {
	for _, m := range template.FindAllStringSubmatch(text, -1) {
		if m[1] == name {
			return true
		}
	}
	return false
}
