package report

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/idemspec/idemspec/checks/idem"
)

// Curl writes the shell line that sends an exchange's request again, with curl
// and a POSIX shell: the same method, address, header fields and body, byte for
// byte. A masked secret stands in it as the variable or the file that it came
// from; if it came from nowhere, as the three dots of the mask, which a reader
// has to replace. An exchange that lost its answer on purpose loses it again by
// a time-out.
func Curl(x idem.Exchange) string {
	return quoter{}.curl(x.Sent, patience(x))
}

// patience is how long a line waits for an answer that was lost on purpose: as
// long as the exchange took, and long enough for the request to leave. Zero is
// without end.
func patience(x idem.Exchange) time.Duration {
	if x.Fault == "" || x.Response != nil {
		return 0
	}
	return max(x.Times.Done-x.Times.Start, 50*time.Millisecond)
}

// longestArgument is how much of a body an argument can carry: Linux takes no
// argument of over 128 KiB.
const longestArgument = 64 << 10

func (q quoter) curl(sent idem.Message, patience time.Duration) string {
	c := command{quoter: q, words: []string{"curl", "-sS"}}
	switch {
	case sent.Method == "HEAD" && len(sent.Body) == 0:
		c.add("--head")
	case sent.Method == "GET" && !hasBody(sent):
		c.add("-i")
	default:
		c.add("-i", "-X", q.word(sent.Method))
	}
	if patience > 0 {
		c.add("--max-time", strconv.FormatFloat(patience.Seconds(), 'f', 3, 64))
	}
	c.protocol(sent)
	c.header(sent)
	before := c.body(sent)
	c.address(sent.URL)
	return before + strings.Join(c.words, " ")
}

// A command is a line of curl in the making.
type command struct {
	quoter
	words []string
}

func (c *command) add(words ...string) { c.words = append(c.words, words...) }

func (c *command) field(text string) { c.add("-H", c.word(text)) }

// protocol asks for the version that was spoken where curl would choose
// another one.
func (c *command) protocol(sent idem.Message) {
	secure := strings.HasPrefix(sent.URL, "https:")
	switch {
	case secure && sent.Proto == "HTTP/1.1":
		c.add("--http1.1")
	case secure && sent.Proto == "HTTP/2.0":
		c.add("--http2")
	case sent.Proto == "HTTP/2.0":
		c.add("--http2-prior-knowledge")
	}
}

// header writes the fields as they were sent, and takes out those that curl
// would add by itself. Of a request without a version it is not known whether
// the fields are all that were sent, and curl's own may stay.
func (c *command) header(sent idem.Message) {
	for _, f := range sent.Header {
		switch strings.ToLower(f.Name) {
		case "content-length":
			continue
		case "host":
			if f.Value == hostOf(sent.URL) {
				continue
			}
		}
		if f.Value == "" {
			c.field(f.Name + ";")
			continue
		}
		c.field(f.Name + ": " + f.Value)
	}
	var added []string
	if sent.Proto != "" {
		added = append(added, "User-Agent", "Accept")
	}
	if hasBody(sent) {
		added = append(added, "Content-Type")
	}
	if len(sent.Body) > 1024 {
		added = append(added, "Expect")
	}
	for _, name := range added {
		if !sent.Has(name) {
			c.field(name + ":")
		}
	}
}

// hasBody reports whether a request says that it has a body, be it an empty one.
func hasBody(sent idem.Message) bool { return len(sent.Body) > 0 || sent.Has("Content-Length") }

// body writes the body, and returns what has to stand before the command. A body
// that is no text, or too long for an argument, is piped.
func (c *command) body(sent idem.Message) (before string) {
	if !hasBody(sent) {
		return ""
	}
	if body := string(sent.Body); len(body) <= longestArgument && (c.shows(body) || strings.Contains(body, masked) && isVisible(body, "\n")) {
		c.add("--data-raw", c.word(body))
		return ""
	}
	c.add("--data-binary", "@-")
	return fmt.Sprintf("printf %%s %s | base64 -d | ", base64.StdEncoding.EncodeToString(sent.Body))
}

// address writes the address so that curl neither expands nor tidies it.
func (c *command) address(url string) {
	if strings.ContainsAny(url, "[]{}") {
		c.add("-g")
	}
	if strings.Contains(url, "/.") {
		c.add("--path-as-is")
	}
	c.add(c.word(url))
}

// hostOf returns the authority of an address: host and port.
func hostOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}
