package intake

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A FileReader reads a file that an input refers to.
type FileReader func(name string) ([]byte, error)

// longestLine bounds a curl line, in bytes.
const longestLine = 1 << 20

// Curl reads a curl line, in the quoting of bash or of the command prompt of
// Windows. Mistakes have their place in the line.
func Curl(line string, read FileReader) (Request, error) {
	if len(line) > longestLine {
		return Request{}, mistake(1, 1, fmt.Sprintf("the line has more than %d bytes", longestLine), "put the body into a file: --data-binary @FILE")
	}
	split := bashWords
	if isCmd(line) {
		split = cmdWords
	}
	words, err := split(plain(line))
	if err != nil {
		return Request{}, err
	}
	words = command(words)
	if len(words) == 0 {
		return Request{}, mistake(1, 1, "this is no curl line", `such as: --curl 'curl https://staging.example.com/v1/charges -d amount=4200'`)
	}
	all, addresses, err := flags(words[1:])
	if err != nil {
		return Request{}, err
	}
	l := curlLine{read: read, words: words}
	for _, f := range all {
		if err := l.take(f); err != nil {
			return Request{}, err
		}
	}
	l.addresses = append(l.addresses, addresses...)
	return l.request()
}

// assignment is what may stand before a command.
var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// command leaves out what stands before curl: a prompt, assignments, sudo.
func command(words []word) []word {
	for i, w := range words {
		switch base := path.Base(strings.ReplaceAll(w.text, `\`, "/")); {
		case strings.EqualFold(base, "curl"), strings.EqualFold(base, "curl.exe"):
			return words[i:]
		case w.text == "$", w.text == "sudo", w.text == "time", w.text == "env", assignment.MatchString(w.text):
		default:
			return nil
		}
	}
	return nil
}

// A curlLine is a line while it is read.
type curlLine struct {
	read      FileReader
	words     []word
	addresses []word
	method    string
	header    []idem.Field
	removed   []string // headers that curl would send by itself
	data      []string
	json      bool
	query     []string
	form      []idem.Field
	head, get bool
	basic     *Basic
	notes     Request // collects notes
}

func (l *curlLine) take(f flag) error {
	var err error
	switch f.name {
	case "request":
		l.method = strings.ToUpper(f.value)
	case "get":
		l.get = true
	case "head":
		l.head = true
	case "url":
		l.addresses = append(l.addresses, word{f.value, f.at.line, f.at.column})
	case "header":
		err = l.field(f)
	case "oauth2-bearer":
		l.header = append(l.header, idem.Field{Name: "Authorization", Value: "Bearer " + f.value})
	case "user-agent":
		l.header = append(l.header, idem.Field{Name: "User-Agent", Value: f.value})
	case "referer":
		l.header = append(l.header, idem.Field{Name: "Referer", Value: f.value})
	case "cookie":
		if !strings.Contains(f.value, "=") && !strings.Contains(f.value, mark) {
			l.notes.note("the file of cookies of -b is not read: give them as -b 'name=value'")
			return nil
		}
		l.header = append(l.header, idem.Field{Name: "Cookie", Value: f.value})
	case "user":
		user, password, found := strings.Cut(f.value, ":")
		if !found && !strings.Contains(f.value, mark) {
			password = variable("API_PASSWORD") // curl would ask for it
		}
		l.basic = &Basic{user, password}
	case "data", "data-ascii", "data-raw", "data-binary", "json", "data-urlencode", "url-query":
		err = l.datum(f)
	case "form", "form-string":
		err = l.part(f)
	case "upload-file":
		err = mistake(f.at.line, f.at.column, "the upload of a file cannot be taken over", "give its content with --data-binary @FILE")
	default:
		l.others(f)
	}
	return err
}

// others notes flags that are left out.
func (l *curlLine) others(f flag) {
	switch {
	case !f.known:
		l.notes.note("the flag %s of curl is not known here, and was left out", shown(f.name))
	case told[f.name] != "":
		l.notes.note("%s was left out: %s", shown(f.name), told[f.name])
	case toldValues[f.name] != "":
		l.notes.note("%s was left out: a target file has no place for it", shown(f.name))
	}
}

// field reads -H: "Name: value", "Name;" for an empty one, "Name:" to take one
// out that curl would send.
func (l *curlLine) field(f flag) error {
	if strings.HasPrefix(f.value, "@") {
		return mistake(f.at.line, f.at.column, "a file of headers is not read", "write them out as -H 'Name: value'")
	}
	name, value, found := strings.Cut(f.value, ":")
	if name = strings.TrimSpace(name); !found {
		if name, found = strings.CutSuffix(name, ";"); !found {
			return mistake(f.at.line, f.at.column, "a header has no colon", "write it as -H 'Name: value'")
		}
	} else if strings.TrimSpace(value) == "" {
		l.removed = append(l.removed, name)
		return nil
	}
	if !token.MatchString(name) {
		return mistake(f.at.line, f.at.column, "the name of a header has characters that none can have", "write it as -H 'Name: value'")
	}
	l.header = append(l.header, idem.Field{Name: name, Value: strings.TrimSpace(value)})
	return nil
}

// token is the name of a header field (RFC 9110, section 5.6.2).
var token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// datum reads one of the flags that give a part of the body.
func (l *curlLine) datum(f flag) error {
	text := f.value
	var err error
	switch f.name {
	case "data-urlencode", "url-query":
		encode := f.name == "data-urlencode" || !strings.HasPrefix(text, "+")
		text = strings.TrimPrefix(text, "+")
		if encode {
			if text, err = l.encoded(f, text); err != nil {
				return err
			}
		}
		if f.name == "url-query" {
			l.query = append(l.query, text)
			return nil
		}
	case "data-raw":
	default:
		if name, isFile := strings.CutPrefix(text, "@"); isFile {
			if text, err = l.file(f, name); err != nil {
				return err
			}
			if f.name == "data" || f.name == "data-ascii" {
				text = strings.NewReplacer("\r", "", "\n", "").Replace(text)
			}
		}
	}
	l.json = l.json || f.name == "json"
	l.data = append(l.data, text)
	return nil
}

// encoded reads what --data-urlencode takes: content, =content, name=content,
// @file and name@file.
func (l *curlLine) encoded(f flag, text string) (string, error) {
	i := strings.IndexAny(text, "=@")
	switch {
	case i < 0:
		return escape(text), nil
	case text[i] == '=' && i == 0:
		return escape(text[1:]), nil
	case text[i] == '=':
		return text[:i] + "=" + escape(text[i+1:]), nil
	}
	content, err := l.file(f, text[i+1:])
	if i > 0 {
		return text[:i] + "=" + escape(content), err
	}
	return escape(content), err
}

func (l *curlLine) file(f flag, name string) (string, error) {
	if name == "-" || strings.Contains(name, mark) {
		return "", mistake(f.at.line, f.at.column, fmt.Sprintf("what %s reads is not known here", shown(f.name)), "give the content itself")
	}
	text, err := l.read(name)
	if err != nil {
		return "", mistake(f.at.line, f.at.column, fmt.Sprintf("the file of %s cannot be read: %v", shown(f.name), err), "")
	}
	return plain(string(text)), nil
}

// part reads one part of a multipart form.
func (l *curlLine) part(f flag) error {
	name, value, found := strings.Cut(f.value, "=")
	if !found {
		return mistake(f.at.line, f.at.column, "a part of a form has no =", "write it as -F name=value")
	}
	if f.name == "form" {
		if strings.HasPrefix(value, "@") {
			return mistake(f.at.line, f.at.column, "a part of a form that is a file cannot be taken over", "leave it out, or give its content as text: -F 'name=<FILE'")
		}
		if file, isFile := strings.CutPrefix(value, "<"); isFile {
			var err error
			if value, err = l.file(f, file); err != nil {
				return err
			}
		} else if before, _, typed := strings.Cut(value, ";type="); typed {
			value = before
			l.notes.note("the type of a part of the form was left out")
		}
	}
	l.form = append(l.form, idem.Field{Name: name, Value: value})
	return nil
}
