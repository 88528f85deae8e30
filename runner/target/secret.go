package target

import (
	"regexp"
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
	"github.com/idemspec/idemspec/runner/mask"
)

// secretReference finds ${env:NAME}, ${file:path}, and what looks like one.
var secretReference = regexp.MustCompile(`\$\{([^}:]*):?([^}]*)\}`)

// reference puts secrets in the place of their references.
func (l *loader) reference(v source.Value) (string, error) {
	var failed error
	text := secretReference.ReplaceAllStringFunc(v.Text, func(whole string) string {
		m := secretReference.FindStringSubmatch(whole)
		value, err := l.secret(v, m[1], m[2])
		if err != nil {
			if failed == nil {
				failed = err
			}
			return whole
		}
		if !isAddress(value) {
			l.secrets = append(l.secrets, mask.Secret{Value: value, Name: whole})
		}
		return value
	})
	return text, failed
}

func (l *loader) secret(v source.Value, kind, name string) (string, error) {
	switch {
	case name == "":
		return "", l.doc.ErrorIn(v, "write ${env:NAME} or ${file:path}", "${%s} names no secret", kind)
	case kind == "env":
		value, found := l.env.Getenv(name)
		if !found || value == "" {
			return "", l.doc.ErrorIn(v, "set it, such as: export "+name+"=…", "the environment variable %s is not set", name)
		}
		return value, nil
	case kind == "file":
		text, err := l.env.ReadFile(name)
		if err != nil {
			return "", l.doc.ErrorIn(v, "", "the file of a secret cannot be read: %v", err)
		}
		value := strings.TrimRight(string(text), "\r\n")
		if value == "" {
			return "", l.doc.ErrorIn(v, "", "the file %s is empty, and a secret is wanted", name)
		}
		return value, nil
	}
	return "", l.doc.ErrorIn(v, "write ${env:NAME} or ${file:path}", "%q is no source of secrets", kind)
}

// isAddress reports whether a value is a plain address and so no secret: where
// a target is belongs into a report.
func isAddress(value string) bool {
	_, err := baseURL(value)
	return err == nil
}
