// Package mask takes secrets out of what is kept. A secret is recognised by its
// value and by the forms in which the value turns up elsewhere: Base64, percent
// encoding, the escapes of JSON and HTML, and hexadecimal digits.
package mask

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A Secret is a value that must not be kept.
type Secret struct {
	Value string
	Name  string // what stands in its place, such as "${env:STAGING_TOKEN}"; empty for [Hidden]
}

// Hidden stands in the place of a secret that has no name.
const Hidden = "•••"

// Shortest is the length in bytes below which a value is not masked: it would
// be found in the middle of innocent words, and masking would hide evidence.
const Shortest = 4

// A Masker replaces secrets. The zero Masker replaces none.
type Masker struct{ replacer *strings.Replacer }

// New returns a masker for the secrets and all forms of them.
func New(secrets []Secret) Masker {
	var pairs [][2]string
	for _, s := range secrets {
		if len(s.Value) < Shortest {
			continue
		}
		name := s.Name
		if name == "" {
			name = Hidden
		}
		for _, form := range forms(s.Value) {
			pairs = append(pairs, [2]string{form, name})
		}
	}
	if len(pairs) == 0 {
		return Masker{}
	}
	// A longer form comes first, so that a part of it does not spoil it.
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	var list []string
	for _, p := range pairs {
		list = append(list, p[0], p[1])
	}
	return Masker{strings.NewReplacer(list...)}
}

// forms returns the spellings of a value, each once.
func forms(v string) []string {
	quoted, _ := json.Marshal(v)
	inner := strings.TrimSuffix(strings.TrimPrefix(string(quoted), `"`), `"`)
	all := []string{
		v,
		inner,
		strings.ReplaceAll(inner, "/", `\/`),
		html.EscapeString(v),
		url.QueryEscape(v),
		url.PathEscape(v),
		smallEscapes(url.QueryEscape(v)),
		smallEscapes(url.PathEscape(v)),
		hex.EncodeToString([]byte(v)),
		strings.ToUpper(hex.EncodeToString([]byte(v))),
	}
	for skip := range 3 {
		all = append(all, insideBase64(v, skip, base64.StdEncoding), insideBase64(v, skip, base64.URLEncoding))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(s string) bool { return len(s) < Shortest })
}

// smallEscapes writes percent encoding with small letters.
func smallEscapes(s string) string {
	return escape.ReplaceAllStringFunc(s, strings.ToLower)
}

var escape = regexp.MustCompile(`%[0-9A-F]{2}`)

// insideBase64 returns the characters that a value has in the Base64 form of a
// longer text, whatever stands around it, if skip bytes of a group of three
// come before it: "user:secret" in a Basic credential, say.
func insideBase64(v string, skip int, e *base64.Encoding) string {
	padded := strings.Repeat("\x00", skip) + v
	whole := len(padded) / 3 * 3
	if whole == 0 {
		return ""
	}
	text := e.WithPadding(base64.NoPadding).EncodeToString([]byte(padded[:whole]))
	return text[(skip*8+5)/6:]
}

// String returns s without the secrets.
func (m Masker) String(s string) string {
	if m.replacer == nil {
		return s
	}
	return m.replacer.Replace(s)
}

// History returns h without the secrets. What h points to is left as it is.
func (m Masker) History(h idem.History) idem.History {
	if m.replacer == nil {
		return h
	}
	h.Exchanges = slices.Clone(h.Exchanges)
	for i, x := range h.Exchanges {
		h.Exchanges[i] = m.exchange(x)
	}
	h.Readings = slices.Clone(h.Readings)
	for i := range h.Readings {
		h.Readings[i].Err = m.String(h.Readings[i].Err)
		h.Readings[i].Asked = m.message(h.Readings[i].Asked)
		h.Readings[i].Effects = m.effects(h.Readings[i].Effects)
	}
	h.Pulls = slices.Clone(h.Pulls)
	for i := range h.Pulls {
		h.Pulls[i].Sent = m.message(h.Pulls[i].Sent)
	}
	if h.Trouble != nil {
		t := *h.Trouble
		t.Why, t.Way = m.String(t.Why), m.String(t.Way)
		h.Trouble = &t
	}
	return h
}

func (m Masker) effects(all []idem.Effect) []idem.Effect {
	masked := slices.Clone(all)
	for i := range masked {
		e := &masked[i]
		for _, text := range []*string{&e.ID, &e.Kind, &e.Amount, &e.Currency, &e.Account} {
			*text = m.String(*text)
		}
	}
	return masked
}

func (m Masker) exchange(x idem.Exchange) idem.Exchange {
	x.Sent = m.message(x.Sent)
	x.Err = m.String(x.Err)
	x.Resource = m.String(x.Resource)
	x.Key = m.String(x.Key)
	if x.Response != nil {
		r := *x.Response
		r.Header, r.Trailer = m.fields(r.Header), m.fields(r.Trailer)
		r.Body = m.bytes(r.Body)
		x.Response = &r
	}
	return x
}

func (m Masker) message(sent idem.Message) idem.Message {
	sent.URL = m.String(sent.URL)
	sent.Header = m.fields(sent.Header)
	sent.Body = m.bytes(sent.Body)
	return sent
}

func (m Masker) bytes(b idem.Bytes) idem.Bytes {
	if len(b) == 0 {
		return b
	}
	return idem.Bytes(m.String(string(b)))
}

func (m Masker) fields(fields []idem.Field) []idem.Field {
	masked := slices.Clone(fields)
	for i := range masked {
		masked[i].Name = m.String(masked[i].Name)
		masked[i].Value = m.String(masked[i].Value)
	}
	return masked
}
