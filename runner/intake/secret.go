package intake

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// secrets are the values of an input that a target file must not have, by the
// variables that stand for them.
type secrets map[string]string

// hide puts a variable in the place of a secret. A text that has variables
// already stays as it is.
func (s secrets) hide(value, suggested string) string {
	if value == "" || strings.Contains(value, mark) {
		return value
	}
	if known, found := s[value]; found {
		return variable(known)
	}
	used := suggested
	for n := 2; s.uses(used); n++ {
		used = suggested + "_" + strconv.Itoa(n)
	}
	s[value] = used
	return variable(used)
}

func (s secrets) uses(name string) bool {
	for _, n := range s {
		if n == name {
			return true
		}
	}
	return false
}

// shortest is the length from which a secret is looked for everywhere.
const shortest = 8

// conceal hides the secrets wherever they stand in a text.
func (s secrets) conceal(text string) string {
	var values []string
	for value := range s {
		if len(value) >= shortest {
			values = append(values, value)
		}
	}
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) }) // the longest first, which may hold others
	for _, value := range values {
		parts := strings.Split(text, mark)
		for i := range parts {
			if i%2 == 0 {
				parts[i] = strings.ReplaceAll(parts[i], value, variable(s[value]))
			}
		}
		text = strings.Join(parts, mark)
	}
	return text
}

// looksSecret finds values that are credentials, whatever their names are.
var looksSecret = regexp.MustCompile(`^(?:[spr]k_(?:live|test|prod)_|eyJ[\w-]{8,}\.[\w-]+\.|gh[pousr]_|xox[abp]-|AKIA[A-Z0-9]{12}|AIza[\w-]{20}|whsec_|shp(?:at|ss)_|Bearer |Basic )`)

var (
	// secretParts are parts of names of secrets, and furtherParts of those that
	// are secrets in a header or a query alone: in a body they may be data.
	secretParts = []string{
		"authorization", "cookie", "apikey", "accesskey", "secret", "password", "passwd", "passphrase", "credential", "privatekey",
		"accesstoken", "refreshtoken", "idtoken", "authtoken", "securitytoken", "sessiontoken", "clientkey", "authkey", "appkey", "subscriptionkey",
	}
	furtherParts = []string{"token", "signature", "session", "csrf", "xsrf", "xauth"}
	bodyNames    = []string{"cvc", "cvv", "cvv2", "cvn", "securitycode", "pin", "otp"}
	shortNames   = []string{"sig", "key", "pwd", "auth"}
)

func namesSecret(name string, inBody bool) bool {
	n := normal(name)
	has := func(part string) bool { return strings.Contains(n, part) }
	if inBody {
		return slices.ContainsFunc(secretParts, has) || slices.Contains(bodyNames, n)
	}
	return slices.ContainsFunc(secretParts, has) || slices.ContainsFunc(furtherParts, has) || slices.Contains(shortNames, n)
}

// normal writes a name in small letters and digits alone.
func normal(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// isCard reports whether a text is the number of a payment card: 13 to 19 digits
// whose last one checks the others (ISO/IEC 7812-1).
func isCard(text string) bool {
	digits := strings.NewReplacer(" ", "", "-", "").Replace(text)
	if len(digits) < 13 || len(digits) > 19 || strings.Trim(digits, "0123456789") != "" || strings.Trim(digits, "0") == "" {
		return false
	}
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// inBody hides the secrets of a body.
func (s secrets) inBody(b Body) Body {
	b.JSON = s.inValue("", b.JSON)
	b.Form = slices.Clone(b.Form)
	for i, f := range b.Form {
		b.Form[i].Value = s.inText(f.Name, f.Value)
	}
	return b
}

func (s secrets) inText(member, text string) string {
	if namesSecret(member, true) || looksSecret.MatchString(text) || isCard(text) {
		return s.hide(text, name(member))
	}
	return text
}

func (s secrets) inValue(member string, v source.Value) source.Value {
	switch v.Kind {
	case source.String:
		v.Text = s.inText(member, v.Text)
	case source.Number:
		if namesSecret(member, true) || isCard(v.Text) {
			v = source.Text(s.hide(v.Text, name(member)))
		}
	case source.Array:
		v.Items = slices.Clone(v.Items)
		for i := range v.Items {
			v.Items[i] = s.inValue(member, v.Items[i])
		}
	case source.Object:
		v.Members = slices.Clone(v.Members)
		for i, m := range v.Members {
			v.Members[i].Value = s.inValue(m.Name, m.Value)
		}
	case source.Null, source.Bool:
	}
	return v
}

// An auth is a credential as a target file has it.
type auth struct {
	bearer string
	basic  *Basic
	header idem.Field
}

// auth takes the credential out of a request, and hides what else is secret in
// its header fields.
func (s secrets) auth(r *Request) auth {
	var a auth
	if r.Basic != nil && r.value("Authorization") == "" {
		a.basic = r.Basic
	}
	taken := a.basic != nil
	for _, wanted := range []func(string) bool{
		func(n string) bool { return is(n, "Authorization") },
		func(n string) bool { return namesSecret(n, false) && !is(n, "Cookie") },
		func(n string) bool { return is(n, "Cookie") },
	} {
		i := slices.IndexFunc(r.Header, func(f idem.Field) bool { return wanted(f.Name) })
		if taken || i < 0 {
			continue
		}
		f := r.Header[i]
		r.drop(f.Name)
		a, taken = credential(f), true
	}
	if a.basic != nil {
		b := *a.basic
		if b.Password == "" || looksSecret.MatchString(b.User) {
			b.User = s.hide(b.User, "API_USER")
		}
		b.Password = s.hide(b.Password, "API_PASSWORD")
		a.basic = &b
	}
	a.bearer = s.hide(a.bearer, "API_TOKEN")
	if scheme, rest, found := strings.Cut(a.header.Value, " "); found && is(a.header.Name, "Authorization") && !strings.Contains(scheme, mark) {
		a.header.Value = scheme + " " + s.hide(rest, "API_TOKEN")
	} else {
		a.header.Value = s.hide(a.header.Value, name(a.header.Name))
	}
	for i, f := range r.Header {
		if namesSecret(f.Name, false) || looksSecret.MatchString(f.Value) {
			r.Header[i].Value = s.hide(f.Value, name(f.Name))
		}
	}
	return a
}

// credential reads a header field that is one.
func credential(f idem.Field) auth {
	scheme, rest, _ := strings.Cut(f.Value, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case !is(f.Name, "Authorization"):
	case strings.EqualFold(scheme, "Bearer") && rest != "":
		return auth{bearer: rest}
	case strings.EqualFold(scheme, "Basic"):
		pair, err := base64.StdEncoding.DecodeString(rest)
		if user, password, found := strings.Cut(plain(string(pair)), ":"); err == nil && found {
			return auth{basic: &Basic{user, password}}
		}
	}
	return auth{header: f}
}
