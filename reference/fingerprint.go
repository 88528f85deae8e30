package reference

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
)

// A weight says what becomes of a used key when one part of its request is
// another one.
type weight int

const (
	compared weight = iota // it is another request under a used key
	separate               // it is a request with an entry of its own
	ignored                // it is the same request
)

// weights are those of the parts of a request.
type weights struct{ method, path, query, kind, header, body weight }

// weigh reads the weights off a contract. What it says of a situation goes
// before what it says of the scope, and where it says neither, the route goes
// with the body.
func weigh(contract idem.Contract) weights {
	says := func(s idem.Situation, silent weight) weight {
		switch contract.Clause(s).Does {
		case idem.Refuses:
			return compared
		case idem.Executes:
			return separate
		case idem.Replays:
			return ignored
		case idem.Waits:
		}
		return silent
	}
	body := says(idem.Mismatch, compared)
	within := func(s idem.Scope) weight {
		if slices.Contains(contract.Scope, s) {
			return separate
		}
		return body
	}
	return weights{
		method: says(idem.OtherMethod, within(idem.PerMethod)),
		path:   says(idem.OtherPath, within(idem.PerPath)),
		query:  says(idem.OtherQuerySent, within(idem.PerQuery)),
		kind:   says(idem.OtherTypeSent, ignored),
		header: says(idem.OtherHeaderSent, ignored),
		body:   body,
	}
}

// prints takes the whole print of a call.
func prints(contract idem.Contract) func(*Call) Print {
	strict, loose := readingOf(contract), loosest(contract.Fingerprint)
	return func(c *Call) Print {
		query := c.Request.URL.Query()
		if contract.Carrier.In == idem.InQuery {
			query.Del(contract.Carrier.Name)
		}
		return Print{
			Method: hashed(c.Request.Method),
			Path:   hashed(c.Request.URL.EscapedPath()),
			Query:  hashed(query.Encode()),
			Type:   hashed(c.Request.Header.Get("Content-Type")),
			Header: hashed(sideFields(c.Request, contract)),
			Body:   hashed(strict.of(c), fieldsOf(c.Request, contract.Fingerprint.Headers)),
			Sense:  hashed(loose.of(c), fieldsOf(c.Request, contract.Fingerprint.Headers)),
		}
	}
}

// fingerprinter keeps of a print what is compared.
func fingerprinter(contract idem.Contract) func(*Call) Print {
	whole, w := prints(contract), weigh(contract)
	return func(c *Call) Print {
		p := whole(c)
		for part, weight := range map[*string]weight{
			&p.Method: w.method, &p.Path: w.path, &p.Query: w.query,
			&p.Type: w.kind, &p.Header: w.header, &p.Body: w.body,
		} {
			if weight != compared {
				*part = ""
			}
		}
		return p
	}
}

func fieldsOf(r *http.Request, names []string) string {
	all := url.Values{}
	for _, name := range names {
		all[http.CanonicalHeaderKey(name)] = r.Header.Values(name)
	}
	return all.Encode()
}

// ownFields are header fields that say something of the connection, of the key
// or of the body, and therefore nothing more about the request.
var ownFields = []string{
	"Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "Date", "Expect", "If-Match", "Te",
}

// sideFields writes all header fields that are neither of those, nor the key's.
func sideFields(r *http.Request, contract idem.Contract) string {
	all := url.Values(r.Header.Clone())
	for _, name := range ownFields {
		all.Del(name)
	}
	all.Del(http.CanonicalHeaderKey(contract.Carrier.Name))
	for _, with := range contract.Carrier.With {
		all.Del(http.CanonicalHeaderKey(with.Name))
	}
	return strings.ToLower(all.Encode())
}
