package source

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// place finds "line 3, column 5" or "line 3" in a message of the parser.
var place = regexp.MustCompile(`^(?:yaml: )?(?:while [^:]*: )?(?:line )?(\d+)(?:(?:, column |:)(\d+))?:? ?(.*)$`)

// syntax makes an error of what the parser says, in words of people who do not
// write parsers.
func (d *Document) syntax(err error) error {
	line, column, message := 1, 1, err.Error()
	var e *yaml.LoadError
	if errors.As(err, &e) && e.Mark.Line > 0 {
		line, column, message = e.Mark.Line, max(e.Mark.Column, 1), e.Message
	} else if m := place.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		column, _ = strconv.Atoi(m[2])
		column, message = max(column, 1), m[3]
	}
	message, hint := d.plainly(line, column, message)
	return d.errorAt(line, column, message, hint)
}

// quoteTemplate is the way out of the mistake that people make most often.
const quoteTemplate = `put a text that has a template in quotes, such as "{{ case.id }}"`

// plainly returns a message of the parser in plain words, with a way out.
func (d *Document) plainly(line, column int, message string) (plain, hint string) {
	at := d.rest(line, column)
	switch {
	case strings.Contains(message, "start any token") && strings.HasPrefix(at, "\t"):
		return "a tab stands where only spaces can", "indent with spaces"
	case strings.Contains(message, "start any token"):
		r, _ := utf8.DecodeRuneInString(at)
		return fmt.Sprintf("no value begins with %q", r), "put the value in quotes"
	case strings.HasPrefix(message, "did not find expected ") && strings.Contains(d.rest(line, 1), "{{"):
		return "the brackets do not fit", quoteTemplate
	case message == "did not find expected key":
		return "a member is expected here: name, colon, space, value", "see the indentation of this line, and the quotes and brackets before it"
	case strings.HasPrefix(message, "mapping values are not allowed"):
		return "a colon cannot stand here", `put a text that has ": " in it in quotes, and a space after the colon of a name`
	case strings.HasPrefix(message, "could not find expected ':'"):
		return "a name stands before this place, and no colon after it", "write it as name: value"
	case strings.HasPrefix(message, "found unexpected end of stream"):
		return "the text ends before a quote or bracket is closed", "close it"
	case strings.HasPrefix(message, "did not find expected ',' or "):
		return strings.Replace(message, "did not find expected", "something lacks before this place:", 1), "close the bracket, or put a comma between its parts"
	case strings.HasPrefix(message, "block sequence entries are not allowed"):
		return "a list cannot begin on the line of its name", "begin it on a line of its own, or write it as [a, b]"
	case strings.HasPrefix(message, "unknown anchor"):
		word := strings.Fields(at)
		return strings.Join(word[:min(len(word), 1)], "") + " refers to nothing", "put the value in quotes if text is meant"
	}
	return message, ""
}

// rest returns a line of the text from a column on.
func (d *Document) rest(line, column int) string {
	lines := bytes.Split(d.text, []byte("\n"))
	if line > len(lines) {
		return ""
	}
	runes := []rune(string(lines[line-1]))
	if column > len(runes) {
		return ""
	}
	return string(runes[column-1:])
}
