package intake

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// Options say how a target file is made.
type Options struct {
	From      string          // what the request was read from, in words
	Contracts []idem.Contract // the known profiles
}

// A Draft is a target file made of a request.
type Draft struct {
	Title     string   // method and address of the request
	Text      string   // of the target file
	Own       string   // text of a profile file that it names; empty if it names a known profile
	Profile   string   // name of the profile, or path of the profile file
	Variables []string // environment variables that it refers to
	Notes     []string // what of the input was left out, and why
}

// methods are those that a target file can have and that write.
var methods = []string{"POST", "PUT", "PATCH", "DELETE"}

// Make writes the target file for a request. Its secrets are put out of it.
func Make(r Request, o Options) (Draft, error) {
	if !slices.Contains(methods, r.Method) {
		return Draft{}, fmt.Errorf("the request is a %s, and what can be tested is one that writes: %s", r.Method, strings.Join(methods, ", "))
	}
	r.Header, r.Notes = slices.Clone(r.Header), slices.Clone(r.Notes)
	host := ""
	if base, _, _, err := split(r.Address); err == nil {
		host = hostOf(base)
	}
	used, keyed := takeKey(&r, o.Contracts, host)
	base, path, basic, err := split(r.Address)
	if err != nil {
		return Draft{}, err
	}
	r.Basic = cmp.Or(r.Basic, basic)
	d := drafter{request: &r, base: base, from: o.From, secrets: secrets{}}
	d.choice = choose(o.Contracts, used, keyed, host, path)
	d.dropNoise(o.Contracts)
	d.auth = d.secrets.auth(&r)
	d.path = d.secrets.inQuery(path)
	d.payload = payloadOf(d.secrets.inBody(r.Body))
	d.typeOfBody()
	text := d.file()
	return Draft{
		Title: d.title(), Text: text, Own: d.choice.own, Profile: d.choice.profile, Variables: exported(text), Notes: r.Notes,
	}, nil
}

// reference finds the variables that a target file refers to.
var reference = regexp.MustCompile(`\$\{env:([A-Z0-9a-z_]+)\}`)

func exported(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, m := range reference.FindAllStringSubmatch(line, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// A drafter is a target file in the making.
type drafter struct {
	request *Request
	base    string
	path    string
	from    string
	choice  choice
	auth    auth
	payload payload
	secrets secrets
}

// noise are header fields that follow from the connection, or that a browser
// adds.
var noise = []string{
	"Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Accept-Encoding", "Accept-Language", "Expect", "TE", "Trailer", "Upgrade",
	"User-Agent", "Referer", "DNT", "Pragma", "Cache-Control", "Priority", "Upgrade-Insecure-Requests", "Save-Data", "X-Requested-With",
	"If-None-Match", "If-Modified-Since", "Postman-Token", "Proxy-Connection", "Proxy-Authorization",
}

// dropNoise leaves out header fields that are not the API's, those that the
// harness makes for the key, and repetitions.
func (d *drafter) dropNoise(contracts []idem.Contract) {
	r := d.request
	r.drop(noise...)
	r.drop(d.choice.carrier.Name)
	for _, c := range contracts {
		if c.Profile == d.choice.profile {
			for _, with := range c.Carrier.With {
				r.drop(with.Name)
			}
		}
	}
	var kept []idem.Field
	for _, f := range r.Header {
		lower := strings.ToLower(f.Name)
		switch {
		case strings.HasPrefix(lower, "sec-"), strings.HasPrefix(lower, ":"), !token.MatchString(f.Name):
		case slices.ContainsFunc(kept, func(k idem.Field) bool { return strings.EqualFold(k.Name, f.Name) }):
			r.note("a second header %s was left out", f.Name)
		default:
			kept = append(kept, perCase(f))
		}
	}
	r.Header = kept
}

// uuid is a value that names one request alone.
var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// perCase makes the id of a request one that each case has for itself.
func perCase(f idem.Field) idem.Field {
	if n := normal(f.Name); uuid.MatchString(f.Value) && (strings.Contains(n, "requestid") || strings.Contains(n, "correlationid")) {
		f.Value = template("$uuid")
	}
	f.Value = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != 0 || r == 0x7f {
			return ' '
		}
		return r
	}, f.Value)
	return f
}

// typeOfBody takes the type of the body out of the header fields, unless it has
// to be given.
func (d *drafter) typeOfBody() {
	r, p := d.request, &d.payload
	given := r.value("Content-Type")
	r.drop("Content-Type")
	usual := map[string]string{"body": "application/json", "form": "application/x-www-form-urlencoded"}[p.member]
	switch {
	case p.member == "" || p.kind != "":
	case p.member == "body_raw":
		p.kind = cmp.Or(given, "text/plain")
	case !strings.EqualFold(given, usual):
		p.kind = given
	}
}

// text writes a text of the file; no secret is in it.
func (d *drafter) text(s string) string { return text(d.secrets.conceal(s)) }

// value is a value of the file; no secret is in it.
func (d *drafter) value(v source.Value) source.Value {
	v, _ = v.Strings(func(s source.Value) (string, error) { return d.secrets.conceal(s.Text), nil })
	return v
}
