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
	Seed    uint64 // random values follow from it and from the case
	Now     time.Time
}

// template finds {{ name }}.
var template = regexp.MustCompile(`\{\{\s*([^{}]*?)\s*\}\}`)

// names lists what a template can say, and whether it stands for a number when
// it is all of a text.
var names = map[string]bool{
	"case.id": false, "run.id": false, "id": false, "seconds": true, "point": false,
	"$uuid": false, "$timestamp": true, "$isoTimestamp": false, "$randomInt": true, "$randomHex": false,
}

func nameList() []string {
	return []string{"case.id", "run.id", "id", "seconds", "point", "$uuid", "$timestamp", "$isoTimestamp", "$randomInt", "$randomHex"}
}

// checkTemplates refuses names that no template has.
func (l *loader) checkTemplates(v source.Value) (string, error) {
	for _, m := range template.FindAllStringSubmatch(v.Text, -1) {
		if _, known := names[m[1]]; !known {
			return "", l.doc.ErrorIn(v, "known: "+strings.Join(nameList(), ", "),
				"{{ %s }} stands for nothing%s", m[1], source.DidYouMean(m[1], nameList()))
		}
	}
	return v.Text, nil
}

// A filler puts values in the place of templates. What is random differs from
// place to place and is the same each time for one seed, case and purpose.
type filler struct {
	values Values
	random *rand.Rand
}

func newFiller(v Values, purpose string) *filler {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", v.CaseID, purpose)
	return &filler{v, rand.New(rand.NewPCG(v.Seed, h.Sum64()))}
}

func (f *filler) value(name string) string {
	switch name {
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
		return strconv.Itoa(f.random.IntN(1_000_000))
	case "$randomHex":
		return f.hex()
	case "$uuid":
		h := f.hex()
		return strings.Join([]string{h[:8], h[8:12], "4" + h[13:16], "8" + h[17:20], h[20:]}, "-")
	}
	return ""
}

func (f *filler) hex() string {
	var b [16]byte
	for i := range b {
		b[i] = byte(f.random.Uint32())
	}
	return hex.EncodeToString(b[:])
}

// text fills a text.
func (f *filler) text(s string) string {
	return template.ReplaceAllStringFunc(s, func(whole string) string {
		return f.value(template.FindStringSubmatch(whole)[1])
	})
}

// address fills the path and query of an address, with what is put in escaped.
func (f *filler) address(s string) string {
	return template.ReplaceAllStringFunc(s, func(whole string) string {
		v := f.value(template.FindStringSubmatch(whole)[1])
		return strings.ReplaceAll(url.QueryEscape(v), "+", "%20")
	})
}

// body fills a JSON body. A text that is one template and nothing else becomes
// a number if the template stands for one.
func (f *filler) body(v source.Value) source.Value {
	switch v.Kind {
	case source.String:
		m := template.FindStringSubmatch(v.Text)
		if m != nil && m[0] == v.Text && names[m[1]] {
			return source.Value{Kind: source.Number, Text: f.value(m[1])}
		}
		v.Text = f.text(v.Text)
	case source.Array:
		items := make([]source.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = f.body(item)
		}
		v.Items = items
	case source.Object:
		members := make([]source.Member, len(v.Members))
		for i, m := range v.Members {
			m.Value = f.body(m.Value)
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
