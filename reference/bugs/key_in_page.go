package bugs

import (
	"errors"
	"net/http"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/reference"
)

// KeyInPage shows a refused key on a page.
var KeyInPage = declare(Bug{
	ID:     "key-in-page",
	Title:  "Writes the markup of a key into its error page",
	Kind:   "hostile-key",
	Breaks: idem.UnusualSent,
	Cause: `What is not plain letters is refused by a layer in front, with a page that names the key
as it came. A browser that shows the page runs what stands in it.`,
	Reports: []string{
		"https://github.com/paveg/hono-idempotency/issues/126",
	},
	CaughtBy: []string{"hostile-key"},
	Mutate: func(p *reference.Policy) {
		key, malformed := p.Key, p.Malformed
		markup := errors.New("the key has markup in it")
		p.Key = func(c *reference.Call) (string, error) {
			k, err := key(c)
			if err == nil && strings.ContainsAny(k, "<>") {
				return "", markup
			}
			return k, err
		}
		p.Malformed = func(c *reference.Call, err error) *reference.Answer {
			if !errors.Is(err, markup) {
				return malformed(c, err)
			}
			no := failure()
			no.Status = http.StatusBadRequest
			no.Header.Set("Content-Type", "text/html; charset=utf-8")
			no.Body = []byte("<h1>Bad key</h1><p>" + strings.Join(c.Carried, ", ") + "</p>\n")
			return &no
		}
	},
})
