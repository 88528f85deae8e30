package report

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem"
)

// Curl writes the lines that repeat what a history sent, for a POSIX shell with
// curl. Requests of one burst start together. Secrets stand in the lines as the
// variables that the target file takes them from.
func Curl(h idem.History) []string {
	var lines []string
	for i := 0; i < len(h.Exchanges); {
		n := 1
		for i+n < len(h.Exchanges) && together(h.Exchanges[i], h.Exchanges[i+n]) {
			n++
		}
		if n == 1 {
			lines = append(lines, curl(h.Exchanges[i]))
		} else {
			lines = append(lines, fmt.Sprintf("for i in $(seq %d); do %s & done; wait", n, curl(h.Exchanges[i])))
		}
		i += n
	}
	return lines
}

// together reports whether two neighbours are equal requests of one burst.
func together(a, b idem.Exchange) bool {
	return a.Label == b.Label && b.Index > 0 && a.Times.Wrote > 0 && idem.Outstanding(a, b) &&
		a.Key == b.Key && string(a.Sent.Body) == string(b.Sent.Body)
}

// own are the fields that curl writes by itself.
var own = map[string]bool{"host": true, "content-length": true, "user-agent": true}

// curl writes one request.
func curl(x idem.Exchange) string {
	parts := []string{"curl -sS -i"}
	if x.Fault != "" {
		// The answer was lost on purpose. A short time-out loses it as well.
		parts = []string{"curl -sS -i --max-time 0.05"}
	}
	parts = append(parts, "-X", x.Sent.Method)
	described := false
	for _, f := range x.Sent.Header {
		name := strings.ToLower(f.Name)
		described = described || name == "content-type"
		if own[name] {
			continue
		}
		if f.Value == "" {
			parts = append(parts, "-H", quote(f.Name+";"))
			continue
		}
		parts = append(parts, "-H", quote(f.Name+": "+f.Value))
	}
	pipe := ""
	if body := x.Sent.Body; len(body) > 0 {
		if !described {
			parts = append(parts, "-H 'Content-Type:'")
		}
		if utf8.Valid(body) && !strings.ContainsRune(string(body), 0) {
			parts = append(parts, "--data-raw", quote(string(body)))
		} else {
			pipe = fmt.Sprintf("printf %%s %s | base64 -d | ", base64.StdEncoding.EncodeToString(body))
			parts = append(parts, "--data-binary @-")
		}
	}
	parts = append(parts, "-g", "--path-as-is", quote(x.Sent.URL))
	return pipe + strings.Join(parts, " ")
}

// variable finds what the masking puts in the place of a secret.
var variable = regexp.MustCompile(`\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

// quote makes one word for a POSIX shell. A masked secret becomes the variable
// that it came from, outside the single quotes that keep all else literal.
func quote(s string) string {
	var b strings.Builder
	for {
		m := variable.FindStringSubmatchIndex(s)
		if m == nil {
			b.WriteString(literal(s))
			return b.String()
		}
		if m[0] > 0 {
			b.WriteString(literal(s[:m[0]]))
		}
		b.WriteString(`"$` + s[m[2]:m[3]] + `"`)
		if s = s[m[1]:]; s == "" {
			return b.String()
		}
	}
}

func literal(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+=,") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
