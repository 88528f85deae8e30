package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible makes foreign text safe to print: whatever is no printable character
// becomes an escape that can be read. That takes in control characters, bytes
// that are no UTF-8, characters that turn the direction of writing or take no
// place, and blanks that look like a space. The characters in keep stay.
func visible(s, keep string) string {
	if isVisible(s, keep) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else {
			b.WriteString(escape(r, keep))
		}
		i += size
	}
	return b.String()
}

// isVisible reports whether visible would change nothing.
func isVisible(s, keep string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsPrint(r) && !strings.ContainsRune(keep, r)
	})
}

func escape(r rune, keep string) string {
	switch {
	case unicode.IsPrint(r) || strings.ContainsRune(keep, r):
		return string(r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	}
	return escapeWide(r)
}

func escapeWide(r rune) string {
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// line makes foreign text one safe line of at most n characters.
func line(s string, n int) string {
	if most := utf8.UTFMax * (n + 1); len(s) > most { // no more than one character of it can be left over
		s = s[:most]
	}
	s = visible(s, "")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// signs are the characters beyond ASCII that the reports use themselves.
var signs = strings.NewReplacer(
	"✓", "+", "✗", "x", "→", "->", "…", "...", "•", "*", "–", "-", "—", "-", "×", "x",
)

// ascii spells text in ASCII: our own signs by their like, and all else by
// escapes, since a terminal without UTF-8 may take the bytes of a foreign letter
// for control characters.
func ascii(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for _, r := range signs.Replace(s) {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			b.WriteString(escapeWide(r))
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// counted writes a number and the word for what it counts: "1 effect".
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// listed joins words by commas.
func listed[T ~string](all []T) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}

// wrapped joins words by commas into lines of about n characters.
func wrapped[T ~string](words []T, n int) []string {
	var lines []string
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(",")
			if b.Len()+len(w) > n {
				lines = append(lines, b.String())
				b.Reset()
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(string(w))
	}
	return append(lines, b.String())
}
