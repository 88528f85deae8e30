package intake

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// plainText is a text that YAML takes as it stands, within brackets too.
var plainText = regexp.MustCompile(`^[A-Za-z_/$][A-Za-z0-9_./$@+-]*(?: [A-Za-z0-9_/$@+-][A-Za-z0-9_./$@+-]*)*$`)

// plainAddress is an address that YAML takes as it stands.
var plainAddress = regexp.MustCompile(`^https?://[A-Za-z0-9._-]+(?::[0-9]+)?(?:/[A-Za-z0-9._/-]*)?$`)

// reserved are words that YAML takes for something else than text.
var reserved = regexp.MustCompile(`(?i)^(?:true|false|null|yes|no|on|off|y|n|\.nan|\.?inf|\.|\.\.\.)$`)

// text writes a text for a target file, its marks filled.
func text(s string) string {
	s = written(s)
	if plainText.MatchString(s) && !reserved.MatchString(s) || plainAddress.MatchString(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError || unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// flow writes a value on one line.
func flow(v source.Value) string {
	switch v.Kind {
	case source.String:
		return text(v.Text)
	case source.Number, source.Bool:
		return v.Text
	case source.Array:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = flow(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case source.Object:
		if len(v.Members) == 0 {
			return "{}"
		}
		members := make([]string, len(v.Members))
		for i, m := range v.Members {
			members[i] = text(m.Name) + ": " + flow(m.Value)
		}
		return "{ " + strings.Join(members, ", ") + " }"
	case source.Null:
	}
	return "null"
}

// widest is how long a line becomes before a value is written on several.
const widest = 120

// block writes a member, on several lines if it does not fit on one.
func block(b *strings.Builder, indent int, name string, v source.Value) {
	margin := strings.Repeat(" ", indent)
	line := margin + text(name) + ": " + flow(v)
	if utf8.RuneCountInString(line) <= widest || v.Kind != source.Object && v.Kind != source.Array || len(v.Members)+len(v.Items) == 0 {
		b.WriteString(line + "\n")
		return
	}
	b.WriteString(margin + text(name) + ":\n")
	for _, m := range v.Members {
		block(b, indent+2, m.Name, m.Value)
	}
	for _, item := range v.Items {
		b.WriteString(margin + "  - " + flow(item) + "\n")
	}
}
