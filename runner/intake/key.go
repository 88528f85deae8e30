package intake

import (
	"net/url"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// usual is the carrier of a key if the input shows none.
var usual = idem.Carrier{In: idem.InHeader, Name: "Idempotency-Key"}

// namesKey reports whether a name is that of an idempotency key in any API.
func namesKey(name string) bool {
	n := normal(name)
	return strings.Contains(n, "idempot") || n == "clientrequesttoken" || n == "clienttoken" || n == "repeatabilityrequestid"
}

// takeKey takes the idempotency key out of a request, and returns its carrier.
// Found is false if the request has none that can be told from other data.
func takeKey(r *Request, contracts []idem.Contract, host string) (c idem.Carrier, found bool) {
	if r.Key != "" {
		c, found = idem.Carrier{In: idem.InHeader, Name: r.Key}, true
	}
	for _, f := range r.Header {
		if namesKey(f.Name) || carries(contracts, idem.InHeader, f.Name, host) {
			quoted := len(f.Value) > 2 && strings.HasPrefix(f.Value, `"`) && strings.HasSuffix(f.Value, `"`)
			c, found = idem.Carrier{In: idem.InHeader, Name: f.Name, Quoted: quoted}, true
			break
		}
	}
	if found {
		r.drop(c.Name)
		return c, true
	}
	if name := queryKey(r.Address); name != "" {
		r.Address = withoutQuery(r.Address, name)
		return idem.Carrier{In: idem.InQuery, Name: name}, true
	}
	for _, f := range r.Body.Form {
		if r.Body.Kind == FormBody && namesKey(f.Name) {
			r.Body.Form = slices.DeleteFunc(slices.Clone(r.Body.Form), func(g idem.Field) bool { return g.Name == f.Name })
			return idem.Carrier{In: idem.InForm, Name: f.Name}, true
		}
	}
	if r.Body.Kind == JSONBody {
		if pointer := bodyKey(r.Body.JSON, contracts, host); pointer != "" {
			r.Body.JSON = without(r.Body.JSON, pointer)
			return idem.Carrier{In: idem.InBody, Name: pointer}, true
		}
	}
	return usual, false
}

// carries reports whether the key travels under a name in an API of this host,
// or, in a header field, in any API and in that field alone.
func carries(contracts []idem.Contract, in idem.Place, name, host string) bool {
	return slices.ContainsFunc(contracts, func(c idem.Contract) bool {
		return c.Carrier.In == in && strings.EqualFold(c.Carrier.Name, name) && nearness(c, host) > 0
	})
}

// bodyKey returns the pointer to the key within a JSON body; empty if there is
// none.
func bodyKey(body source.Value, contracts []idem.Contract, host string) string {
	for _, m := range body.Members {
		if namesKey(m.Name) {
			return "/" + pointed.Replace(m.Name)
		}
	}
	for _, c := range contracts {
		if c.Carrier.In != idem.InBody {
			continue
		}
		if _, found := body.Get(c.Carrier.Name); found && (namesKey(c.Carrier.Name) || nearness(c, host) > 0) {
			return c.Carrier.Name
		}
	}
	return ""
}

// pointed writes a name as a part of a JSON Pointer (RFC 6901).
var pointed = strings.NewReplacer("~", "~0", "/", "~1")

// without returns a value without the member that a pointer names.
func without(v source.Value, pointer string) source.Value {
	cut := strings.LastIndex(pointer, "/")
	parent, _ := v.Get(pointer[:cut])
	last := strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer[cut+1:])
	parent.Members = slices.DeleteFunc(slices.Clone(parent.Members), func(m source.Member) bool { return m.Name == last })
	if v, err := v.Set(pointer[:cut], parent); err == nil {
		return v
	}
	return v
}

// queryKey returns the parameter of an address that is a key; empty if none is.
func queryKey(address string) string {
	_, query, _ := strings.Cut(address, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name, err := url.QueryUnescape(name); err == nil && namesKey(name) {
			return name
		}
	}
	return ""
}

func withoutQuery(address, name string) string {
	before, query, _ := strings.Cut(address, "?")
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		n, _, _ := strings.Cut(pair, "=")
		if n, err := url.QueryUnescape(n); err != nil || n != name {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return before
	}
	return before + "?" + strings.Join(kept, "&")
}
