package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// visible makes foreign text safe to print: control characters, bytes that are
// no UTF-8, and characters that turn the direction of writing become escapes
// that can be read. Line ends and tabs stay if keep names them.
func visible(s, keep string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strings.ContainsRune(keep, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case turnsText(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// turnsText reports whether a character changes the direction of the text
// around it, is no character, or takes no place: all of them can make text look
// like another.
func turnsText(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}

// line makes foreign text one safe line of at most n characters.
func line(s string, n int) string {
	s = visible(s, "")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
