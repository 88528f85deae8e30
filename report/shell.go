package report

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A quoter makes words for a POSIX shell. In place of some texts it puts
// variables: names of values that are different in each run, and the sources of
// masked secrets.
type quoter struct {
	names  []name
	banned []string // placeholders that are left as they are, see said
	ascii  bool     // no character beyond ASCII may stand in a word
}

// masked stands in a history in the place of a secret that has no name.
const masked = "•••"

// placeholder finds what the masking puts in the place of a secret: where the
// target file takes it from.
var placeholder = regexp.MustCompile(`\$\{(?:env:([A-Za-z_][A-Za-z0-9_]*)|file:([^}]+))\}`)

// word makes one word of a text, whatever bytes it has. A NUL alone cannot be in
// a word and is left out.
func (q quoter) word(s string) string {
	var b strings.Builder
	for s != "" {
		at, size, variable := q.first(s)
		if at < 0 {
			at = len(s)
		}
		if at > 0 {
			b.WriteString(q.literal(s[:at]))
		}
		b.WriteString(variable)
		s = s[at+size:]
	}
	if b.Len() == 0 {
		return "''"
	}
	return b.String()
}

// first finds the first place of a text where a variable stands for what is
// there; at is below zero if there is none.
func (q quoter) first(s string) (at, size int, variable string) {
	at = -1
	if n, i := firstName(q.names, s); i >= 0 {
		at, size, variable = i, len(n.value), `"$`+n.word+`"`
	}
	if i := strings.Index(s, masked); q.ascii && i >= 0 && (at < 0 || i < at) {
		at, size, variable = i, len(masked), "'***'" // a reader has to replace it in any case
	}
	for from := 0; ; {
		m := placeholder.FindStringSubmatchIndex(s[from:])
		if m == nil || at >= 0 && from+m[0] > at {
			return at, size, variable
		}
		start, end := from+m[0], from+m[1]
		if q.isBanned(s[start:end]) {
			from = end
			continue
		}
		if m[2] >= 0 {
			return start, end - start, `"$` + s[from+m[2]:from+m[3]] + `"`
		}
		return start, end - start, `"$(cat ` + q.literal(s[from+m[4]:from+m[5]]) + `)"`
	}
}

func (q quoter) isBanned(s string) bool {
	for _, b := range q.banned {
		if strings.Contains(b, s) {
			return true
		}
	}
	return false
}

// bare are the characters that no shell takes for anything but themselves,
// wherever they stand in a word.
const bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+,"

// literal writes a text as a part of a word. What a terminal would act upon when
// it is printed or pasted is spelled by printf.
func (q quoter) literal(s string) string {
	switch {
	case strings.Trim(s, bare) == "":
		return s
	case q.shows(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	text := strings.TrimRight(s, "\n")
	quoted := `"$(printf '` + octal(text) + `')"`
	if ends := s[len(text):]; ends != "" { // they would be lost at the end of a command substitution
		quoted += "'" + ends + "'"
	}
	return quoted
}

// shows reports whether a text can stand in a line as it is.
func (q quoter) shows(s string) bool { return isVisible(s, "\n") && (!q.ascii || isASCII(s)) }

// octal spells a text as the format of printf.
func octal(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '%':
			b.WriteString("%%")
		case r == '\\' || r == '\'' || r == '-' && i == 0 || r >= utf8.RuneSelf || !isVisible(s[i:i+size], ""):
			for _, c := range []byte(s[i : i+size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}
