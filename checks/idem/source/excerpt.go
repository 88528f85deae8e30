package source

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An excerpt shows this many characters of a line, and this many of them before
// the place.
const (
	widest = 100
	ahead  = 60
)

// excerpt shows a line, the one before it, and a caret. Of long lines it shows
// the part around the place.
func excerpt(text []byte, line, column int) string {
	lines := bytes.Split(text, []byte("\n"))
	if line < 1 || line > len(lines) || len(text) == 0 {
		return ""
	}
	skipped := 0
	if column > widest {
		skipped = column - ahead
	}
	var b strings.Builder
	width := len(strconv.Itoa(line))
	for n := max(line-1, 1); n <= line; n++ {
		fmt.Fprintf(&b, "%*d | %s\n", width, n, window(lines[n-1], skipped))
	}
	fmt.Fprintf(&b, "%*s | %s^", width, "", strings.Repeat(" ", max(column-1-skipped, 0)))
	return b.String()
}

// window makes a part of a line fit to print: tabs become spaces so that the
// caret stands right, and what a terminal would obey or hide becomes visible.
func window(line []byte, skipped int) string {
	runes := bytes.Runes(bytes.TrimSuffix(line, []byte("\r")))
	shown := runes[min(skipped, len(runes)):]
	cut := len(shown) > widest
	shown = shown[:min(widest, len(shown))]
	for i, r := range shown {
		switch {
		case r == '\t':
			shown[i] = ' '
		case !unicode.IsPrint(r):
			shown[i] = utf8.RuneError
		}
	}
	if skipped > 0 && len(shown) > 0 {
		shown[0] = '…'
	}
	if cut {
		shown[len(shown)-1] = '…'
	}
	return string(shown)
}
