package intake

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// A word is one argument of a command line.
type word struct {
	text         string
	line, column int
}

// A reader goes through a command line and knows where it is.
type reader struct {
	text         string
	at           int
	line, column int
	open         bool // a command begins that does not end, so that no further one does
}

func (r *reader) rest() string { return r.text[r.at:] }
func (r *reader) done() bool   { return r.at >= len(r.text) }

// next returns one character and goes behind it.
func (r *reader) next() rune {
	c, size := utf8.DecodeRuneInString(r.rest())
	r.at += size
	if r.column++; c == '\n' {
		r.line, r.column = r.line+1, 1
	}
	return c
}

// skip goes behind a text if it is next.
func (r *reader) skip(s string) bool {
	if !strings.HasPrefix(r.rest(), s) {
		return false
	}
	for range utf8.RuneCountInString(s) {
		r.next()
	}
	return true
}

// through goes behind the next s and returns what stands before it.
func (r *reader) through(s string) (string, bool) {
	before, _, found := strings.Cut(r.rest(), s)
	if found {
		r.skip(before + s)
	}
	return before, found
}

// curlText is what errors call a command line.
const curlText = "--curl"

// mistake is an error in a command line. It shows no part of the line, since
// there are secrets in it.
func mistake(line, column int, message, hint string) error {
	return &source.Error{Name: curlText, Line: line, Column: column, Message: message, Hint: hint}
}

// bashWords splits a command line as bash does. Variables and commands in it
// stay open as marks.
func bashWords(text string) ([]word, error) {
	r := &reader{text: text, line: 1, column: 1}
	var words []word
	for {
		for !r.done() && (strings.ContainsRune(" \t\r\n", rune(r.text[r.at])) || r.skip("\\\n") || r.skip("\\\r\n")) {
			if !r.done() && strings.ContainsRune(" \t\r\n", rune(r.text[r.at])) {
				r.next()
			}
		}
		if r.done() || ends(r.rest()) {
			return words, nil
		}
		if r.skip("#") {
			if _, more := r.through("\n"); !more {
				return words, nil
			}
			continue
		}
		w := word{line: r.line, column: r.column}
		var err error
		if w.text, err = r.bashWord(); err != nil {
			return nil, err
		}
		words = append(words, w)
	}
}

// ends reports whether a command ends before a text: at a pipe, or where another
// command begins.
func ends(rest string) bool {
	switch rest[0] {
	case '|', ';':
		return true
	case '&':
		return len(rest) == 1 || strings.ContainsRune("& \t\r\n", rune(rest[1]))
	}
	return false
}

func (r *reader) bashWord() (string, error) {
	var b strings.Builder
	for !r.done() && !strings.ContainsRune(" \t\r\n", rune(r.text[r.at])) && !ends(r.rest()) {
		line, column := r.line, r.column
		switch {
		case r.skip("\\\n"), r.skip("\\\r\n"):
		case r.skip(`\`):
			if !r.done() {
				b.WriteRune(r.next())
			}
		case r.skip("'"):
			inner, closed := r.through("'")
			if !closed {
				return "", mistake(line, column, "this quote is not closed", "close it with '")
			}
			b.WriteString(inner)
		case r.skip("$'"):
			if !r.ansi(&b) {
				return "", mistake(line, column, "this quote is not closed", "close it with '")
			}
		case r.skip(`$"`), r.skip(`"`):
			if !r.double(&b) {
				return "", mistake(line, column, "this quote is not closed", `close it with "`)
			}
		case !r.expansion(&b):
			b.WriteRune(r.next())
		}
	}
	return b.String(), nil
}

// double reads a text in double quotes.
func (r *reader) double(b *strings.Builder) (closed bool) {
	for !r.done() {
		switch {
		case r.skip(`"`):
			return true
		case r.skip("\\\n"), r.skip("\\\r\n"):
		case r.skip(`\"`):
			b.WriteByte('"')
		case r.skip(`\\`):
			b.WriteByte('\\')
		case r.skip(`\$`):
			b.WriteByte('$')
		case r.skip("\\`"):
			b.WriteByte('`')
		case !r.expansion(b):
			b.WriteRune(r.next())
		}
	}
	return false
}

// longestExpansion is the length of ${NAME…} up to which it is taken for one.
const longestExpansion = 256

// expansion reads $NAME, ${NAME…}, $(command) or `command`, if one is next.
func (r *reader) expansion(b *strings.Builder) bool {
	rest := r.rest()
	switch {
	case strings.HasPrefix(rest, "$(") && !r.open:
		depth := 0
		for i, c := range rest {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			if c == ')' && depth == 0 {
				r.skip(rest[:i+1])
				b.WriteString(ofCommand(rest[2:i]))
				return true
			}
		}
		r.open = true
	case strings.HasPrefix(rest, "`"):
		if end := strings.IndexByte(rest[1:], '`'); end >= 0 {
			r.skip(rest[:end+2])
			b.WriteString(ofCommand(rest[1 : end+1]))
			return true
		}
	case strings.HasPrefix(rest, "${"):
		end := strings.IndexByte(rest[:min(len(rest), longestExpansion)], '}')
		if n := identifier(rest[2:]); n > 0 && end >= 0 {
			r.skip(rest[:end+1])
			b.WriteString(variable(rest[2 : 2+n]))
			return true
		}
	case strings.HasPrefix(rest, "$"):
		if n := identifier(rest[1:]); n > 0 {
			r.skip(rest[:1+n])
			b.WriteString(variable(rest[1 : 1+n]))
			return true
		}
	}
	return false
}

// identifier returns the length of the name that a text begins with.
func identifier(s string) int {
	for i, c := range []byte(s) {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(s)
}

// ofCommand stands for the output of a command, which is not run.
func ofCommand(command string) string {
	switch {
	case strings.Contains(command, "uuid"):
		return template("$uuid")
	case strings.HasPrefix(strings.TrimSpace(command), "date") && strings.Contains(command, "%s"):
		return template("$timestamp")
	case strings.HasPrefix(strings.TrimSpace(command), "date"):
		return template("$isoTimestamp")
	case strings.Contains(command, "openssl rand"):
		return template("$randomHex")
	}
	first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return variable(name("OUTPUT_OF", first))
}

// ansi reads a text in $'…'.
func (r *reader) ansi(b *strings.Builder) (closed bool) {
	for !r.done() {
		if r.skip("'") {
			return true
		}
		if !r.skip(`\`) {
			b.WriteRune(r.next())
			continue
		}
		if r.done() {
			return false
		}
		c := r.next()
		if to, known := escapes[c]; known {
			b.WriteByte(to)
			continue
		}
		switch c {
		case 'x':
			writeByte(b, r.digits(2, 16))
		case 'u', 'U':
			most := 4
			if c == 'U' {
				most = 8
			}
			if n, err := strconv.ParseUint(r.digits(most, 16), 16, 32); err == nil && n > 0 {
				b.WriteRune(rune(min(n, utf8.MaxRune+1)))
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, _ := strconv.ParseUint(string(c)+r.digits(2, 8), 8, 16)
			writeByte(b, strconv.FormatUint(n&0xff, 16))
		default:
			b.WriteString(`\` + string(c))
		}
	}
	return false
}

var escapes = map[rune]byte{
	'a': 7, 'b': 8, 'e': 27, 'E': 27, 'f': 12, 'n': '\n', 'r': '\r', 't': '\t', 'v': 11, '\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// writeByte writes one byte given in hex; never the mark, which bash cannot pass
// on either.
func writeByte(b *strings.Builder, hex string) {
	if n, err := strconv.ParseUint(hex, 16, 8); err == nil && n > 0 {
		b.WriteByte(byte(n))
	}
}

// digits reads up to a number of digits.
func (r *reader) digits(most, base int) string {
	n := 0
	for n < most && n < len(r.rest()) {
		if _, err := strconv.ParseUint(r.rest()[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	digits := r.rest()[:n]
	r.skip(digits)
	return digits
}
