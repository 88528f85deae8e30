package intake

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// errAddress is why an address cannot be taken.
var errAddress = errors.New("this is no address of an API, such as https://staging.example.com/v1/charges")

// split returns the base of an address and its path with the query, and takes
// user and password out of it.
func split(address string) (base, path string, basic *Basic, err error) {
	address, _, _ = strings.Cut(strings.TrimSpace(address), "#")
	if strings.HasPrefix(address, mark) {
		end := strings.Index(address[1:], mark) + 2
		base, path = address[:end], address[end:]
	} else {
		scheme, rest, found := strings.Cut(address, "://")
		if !found || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
			return "", "", nil, errAddress
		}
		host, after := rest, ""
		if i := strings.IndexAny(rest, "/?"); i >= 0 {
			host, after = rest[:i], rest[i:]
		}
		if user, at, found := cutLast(host, "@"); found {
			basic, host = userinfo(user), at
		}
		base, path = strings.ToLower(scheme)+"://"+host, after
		u, err := url.Parse(unmarked(base))
		if err != nil || u.Hostname() == "" || u.User != nil {
			return "", "", nil, errAddress
		}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	path = encoded(path)
	if _, err := url.ParseRequestURI(unmarked(path)); err != nil {
		return "", "", nil, errAddress
	}
	return base, path, basic, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// userinfo reads user and password of an address.
func userinfo(text string) *Basic {
	user, password, _ := strings.Cut(text, ":")
	for _, s := range []*string{&user, &password} {
		if plain, err := url.PathUnescape(*s); err == nil {
			*s = plain
		}
	}
	return &Basic{user, password}
}

// unmarked writes a text in the place of each mark, so that the rest can be
// tried.
func unmarked(s string) string {
	parts := strings.Split(s, mark)
	for i := range parts {
		if i%2 == 1 {
			parts[i] = "x"
		}
	}
	return strings.Join(parts, "")
}

// parameter is a place in a path that documents leave open.
var parameter = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_-]{0,60})\}`)

// encoded encodes what cannot stand in an address, and puts variables in the
// place of open parameters.
func encoded(path string) string {
	path = parameter.ReplaceAllStringFunc(path, func(p string) string { return variable(name(p)) })
	parts := strings.Split(path, mark)
	for i := range parts {
		if i%2 == 0 {
			parts[i] = encodedText(parts[i])
		}
	}
	return strings.Join(parts, mark)
}

func encodedText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%' && !(i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])):
			b.WriteString("%25")
		case c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// hostOf returns the name of the host of a base address; empty if a variable
// stands for it.
func hostOf(base string) string {
	if strings.Contains(base, mark) {
		return ""
	}
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// inQuery hides the secrets of a query.
func (s secrets) inQuery(path string) string {
	before, query, found := strings.Cut(path, "?")
	if !found {
		return path
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		n, value, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(n); err == nil && (namesSecret(plain, false) || looksSecret.MatchString(value)) {
			pairs[i] = n + "=" + s.hide(value, name(plain))
		}
	}
	return before + "?" + strings.Join(pairs, "&")
}

// escape encodes a text for a query, and inPath for a part of a path; not its
// marks.
func escape(text string) string { return escapedBy(url.QueryEscape, text) }
func inPath(text string) string { return escapedBy(url.PathEscape, text) }

func escapedBy(encode func(string) string, text string) string {
	parts := strings.Split(text, mark)
	for i := range parts {
		if i%2 == 0 {
			parts[i] = encode(parts[i])
		}
	}
	return strings.Join(parts, mark)
}
