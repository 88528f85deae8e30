package intake

import "strings"

// isCmd reports whether a command line is written for the command prompt of
// Windows, as browsers copy it: its quotes or line ends are escaped with ^.
func isCmd(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasSuffix(strings.TrimRight(line, "\r\n"), "^") {
			return true
		}
	}
	return strings.Contains(text, `^"`)
}

// cmdWords splits a command line as the command prompt and then a C program do.
func cmdWords(text string) ([]word, error) {
	r := &reader{text: text, line: 1, column: 1}
	var words []word
	var current strings.Builder
	w, within, quoted, raw, slashes := word{}, false, false, false, 0
	begin := func() {
		if !within {
			within, w = true, word{line: r.line, column: r.column}
		}
	}
	flush := func() {
		current.WriteString(strings.Repeat(`\`, slashes))
		slashes = 0
	}
	end := func() {
		flush()
		if within {
			w.text = current.String()
			words = append(words, w)
		}
		within = false
		current.Reset()
	}
	for !r.done() {
		escaped := false
		before := *r
		c := r.next()
		if c == '^' && !raw {
			if r.done() {
				break
			}
			if r.skip("\r\n") || r.skip("\n") {
				if !r.skip("\r\n") && !r.skip("\n") {
					continue
				}
				c, escaped = '\n', true
			} else {
				c, escaped = r.next(), true
			}
		}
		if c == '"' && !escaped {
			raw = !raw
		}
		if !quoted && strings.ContainsRune(" \t\r\n", c) && (!escaped || c != '\n') {
			end()
			continue
		}
		if !quoted && !raw && !escaped && strings.ContainsRune("|&", c) {
			break
		}
		if !within {
			after := *r
			*r = before
			begin()
			*r = after
		}
		switch {
		case c == '\\':
			slashes++
		case c == '"':
			odd := slashes%2 == 1
			slashes /= 2
			flush()
			switch {
			case odd:
				current.WriteByte('"')
			case quoted && strings.HasPrefix(r.rest(), `"`):
				current.WriteByte(byte(r.next()))
			default:
				quoted = !quoted
			}
		default:
			flush()
			current.WriteRune(c)
		}
	}
	if quoted {
		return nil, mistake(w.line, w.column, "a quote of this word is not closed", `close it with "`)
	}
	end()
	return words, nil
}
