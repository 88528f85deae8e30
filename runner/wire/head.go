package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A head is a status line and the fields below it, in the order and the case of
// arrival. That is why net/http's parser does not serve here: its map forgets
// both. A test holds this one against it.
type head struct {
	proto  string
	status int
	fields []idem.Field
}

// readLines reads up to the blank line that ends a head or a trailer, and
// returns all but that. It keeps at most limit bytes. Each line is shown to
// look as it arrives, end included, so that rubbish is not awaited to its end.
func readLines(br *bufio.Reader, limit int, look func(line []byte) error) ([]byte, error) {
	var all []byte
	start := 0 // of the line that is being read
	for {
		part, err := br.ReadSlice('\n')
		if len(all)+len(part) > limit {
			return all, fmt.Errorf("it is over %d bytes long without an end", limit)
		}
		all = append(all, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return all, err
		}
		line := all[start:]
		if err := look(line); err != nil {
			return all, err
		}
		if len(trimEOL(line)) == 0 {
			return all[:start], nil
		}
		start = len(all)
	}
}

// mustCRLF refuses a line that a line feed alone ends: a head may have such
// lines (RFC 9112 section 2.2), what belongs to chunks may not.
func mustCRLF(line []byte) error {
	if !bytes.HasSuffix(line, []byte("\r\n")) {
		return errors.New("it has a line that ends in a bare line feed")
	}
	return nil
}

func trimEOL(line []byte) []byte {
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// parseHead takes a whole head apart.
func parseHead(raw string) (head, error) {
	line, rest, _ := strings.Cut(raw, "\n")
	h, err := parseStatusLine(strings.TrimSuffix(line, "\r"))
	if err != nil {
		return h, err
	}
	h.fields, err = parseFields(rest)
	return h, err
}

// parseStatusLine reads such as "HTTP/1.1 201 Created" (RFC 9112 section 4).
func parseStatusLine(line string) (head, error) {
	proto, rest, ok := strings.Cut(line, " ")
	if !ok || proto != "HTTP/1.1" && proto != "HTTP/1.0" {
		return head{}, fmt.Errorf("it does not begin with a status line of HTTP/1.1, but with %.40q", line)
	}
	code, _, _ := strings.Cut(rest, " ")
	if len(code) != 3 || code[0] < '1' || code[0] > '9' || !isDigit(code[1]) || !isDigit(code[2]) {
		return head{}, fmt.Errorf("its status line %.40q has no status of three digits", line)
	}
	status := int(code[0]-'0')*100 + int(code[1]-'0')*10 + int(code[2]-'0')
	return head{proto: proto, status: status}, nil
}

// parseFields reads the lines of a head or a trailer. A line that goes on is
// joined by a space (RFC 9112 section 5.2).
func parseFields(raw string) ([]idem.Field, error) {
	if raw == "" {
		return nil, nil
	}
	fields := make([]idem.Field, 0, strings.Count(raw, "\n"))
	for raw != "" {
		var line string
		line, raw, _ = strings.Cut(raw, "\n")
		line = strings.TrimSuffix(line, "\r")
		if strings.ContainsFunc(line, isControl) {
			return nil, fmt.Errorf("its field line %d has a control byte", len(fields)+1)
		}
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			if len(fields) == 0 {
				return nil, fmt.Errorf("its first field line begins with a space")
			}
			last := &fields[len(fields)-1]
			last.Value = trimOWS(last.Value + " " + trimOWS(line))
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !isToken(name) {
			return nil, fmt.Errorf("its field line %d is no field: %.40q", len(fields)+1, name)
		}
		fields = append(fields, idem.Field{Name: name, Value: trimOWS(value)})
	}
	return fields, nil
}

// values returns the values of a field in their order.
func (h head) values(name string) []string {
	var all []string
	for _, f := range h.fields {
		if strings.EqualFold(f.Name, name) {
			all = append(all, f.Value)
		}
	}
	return all
}

// lists reports whether a field that is a list of words has a word.
func (h head) lists(name, word string) bool {
	for _, v := range h.values(name) {
		for w := range strings.SplitSeq(v, ",") {
			if strings.EqualFold(trimOWS(w), word) {
				return true
			}
		}
	}
	return false
}

func trimOWS(s string) string { return strings.Trim(s, " \t") }

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
