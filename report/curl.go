package report

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/idemspec/idemspec/checks/idem"
)

// Curl writes the lines that repeat what a history did, for a POSIX shell with
// curl: the requests, the levers that were used, and the ledger that was read.
// What ran together runs together again. Secrets stand in the lines as the
// variables that the target file takes them from.
func Curl(h idem.History) []string {
	var lines []string
	waiting := time.Duration(-1) // when the last of what runs in the background ended; below zero if nothing runs
	all := deeds(h)
	for i, d := range all {
		if waiting >= 0 && d.start >= waiting {
			lines, waiting = append(lines, "wait"), -1
		}
		if i+1 < len(all) && d.done > all[i+1].start {
			lines, waiting = append(lines, d.line+" &"), max(waiting, d.done)
			if gap := all[i+1].start - d.start; gap > noticeable {
				lines = append(lines, fmt.Sprintf("sleep %.1f", gap.Seconds()))
			}
			continue
		}
		lines = append(lines, d.line)
	}
	if waiting >= 0 {
		lines = append(lines, "wait")
	}
	return fold(lines)
}

// noticeable is how long nothing must have happened, while something ran, for
// the pause to be kept.
const noticeable = 50 * time.Millisecond

// A deed is one thing that a history did, as a line for the shell.
type deed struct {
	start, done time.Duration
	line        string
}

func deeds(h idem.History) []deed {
	var all []deed
	for _, x := range h.Exchanges {
		all = append(all, deed{x.Times.Start, x.Times.Done, curl(x.Sent, x.Fault != "")})
	}
	for _, p := range h.Pulls {
		line := curl(p.Sent, false)
		if p.Sent.Method == "" {
			line = fmt.Sprintf("sleep %.3f", (p.Done - p.Start).Seconds())
		}
		all = append(all, deed{p.Start, p.Start, line})
	}
	for _, r := range h.Readings {
		if r.Asked.Method != "" {
			all = append(all, deed{r.Start, r.Start, curl(r.Asked, false)})
		}
	}
	slices.SortStableFunc(all, func(a, b deed) int { return cmp.Compare(a.start, b.start) })
	return all
}

// fold puts equal lines that follow each other into a loop.
func fold(lines []string) []string {
	var folded []string
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		switch background := strings.HasSuffix(lines[i], " &"); {
		case n == 1:
			folded = append(folded, lines[i])
		case background:
			folded = append(folded, fmt.Sprintf("for i in $(seq %d); do %s done", n, lines[i]))
		default:
			folded = append(folded, fmt.Sprintf("for i in $(seq %d); do %s; done", n, lines[i]))
		}
		i += n
	}
	return folded
}

// own are the fields that curl writes by itself.
var own = map[string]bool{"host": true, "content-length": true, "user-agent": true}

// curl writes one request. The answer of a request that lost it on purpose is
// lost again by a short time-out.
func curl(sent idem.Message, lost bool) string {
	parts := []string{"curl -sS -i"}
	if lost {
		parts = []string{"curl -sS -i --max-time 0.05"}
	}
	parts = append(parts, "-X", sent.Method)
	described := false
	for _, f := range sent.Header {
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
	if body := sent.Body; len(body) > 0 {
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
	parts = append(parts, "-g", "--path-as-is", quote(sent.URL))
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
