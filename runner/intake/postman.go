package intake

import (
	"regexp"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// Postman reads the requests that write of a Postman collection, format v2.0 or
// v2.1. Variables of the collection that have a value and are no secrets are
// filled; the others become environment variables.
func Postman(name string, text []byte) ([]Candidate, error) {
	d, err := private(name, text)
	if err != nil {
		return nil, err
	}
	if _, found := d.Root.Get("/item"); !found {
		return nil, &source.Error{Name: name, Line: 1, Column: 1, Message: "this is no collection of the format v2.1: it has no item", Hint: "export it as Collection v2.1"}
	}
	c := collection{values: map[string]string{}}
	for _, f := range fields(d.Root, "/variable") {
		if f.Value != "" && !namesSecret(f.Name, false) && !looksSecret.MatchString(f.Value) {
			c.values[f.Name] = f.Value
		}
	}
	c.folder(d.Root, "", source.Value{}, 0)
	return unique(c.found), nil
}

// A collection is one while it is read.
type collection struct {
	values map[string]string
	found  []Candidate
}

// deepest bounds folders within folders.
const deepest = 30

// folder reads the items of a folder. Auth is that of the folder above.
func (c *collection) folder(v source.Value, prefix string, auth source.Value, depth int) {
	if own, found := v.Get("/auth"); found && own.Kind == source.Object {
		auth = own
	}
	for _, item := range items(v, "/item") {
		id := prefix + strings.TrimSpace(member(item, "/name"))
		if _, isFolder := item.Get("/item"); isFolder {
			if depth < deepest {
				c.folder(item, id+"/", auth, depth+1)
			}
			continue
		}
		request, _ := item.Get("/request")
		method := strings.ToUpper(member(request, "/method"))
		if !writes(method) {
			continue
		}
		r := c.request(request, method, auth)
		if base, path, _, err := split(r.Address); err == nil {
			path, _, _ = strings.Cut(path, "?")
			c.shown(item, &r)
			c.found = append(c.found, Candidate{
				ID: id, Title: method + " " + written(base+path), Key: keyOf(r), Make: func() Request { return r },
			})
		}
	}
}

// shown takes over a successful answer that was saved with an item.
func (c *collection) shown(item source.Value, r *Request) {
	for _, answer := range items(item, "/response") {
		if code, _ := answer.Get("/code"); strings.HasPrefix(code.Text, "2") && r.Answer == nil {
			if v, ok := readJSON(member(answer, "/body")); ok {
				r.Answer = &v
			}
		}
	}
}

// placeholder is a variable of Postman.
var placeholder = regexp.MustCompile(`\{\{\s*(\$?[^{}\x00]{1,100}?)\s*\}\}`)

// dynamic are variables of Postman that a target file has as well.
var dynamic = map[string]string{
	"$guid": "$uuid", "$randomUUID": "$uuid", "$timestamp": "$timestamp", "$isoTimestamp": "$isoTimestamp", "$randomInt": "$randomInt",
}

// mostFilled bounds a text with its variables filled, in bytes.
const mostFilled = 1 << 20

// fill puts values in the place of variables, those within values too.
func (c *collection) fill(s string) string {
	size := len(s)
	for range 4 {
		filled := placeholder.ReplaceAllStringFunc(s, func(whole string) string {
			n := placeholder.FindStringSubmatch(whole)[1]
			value, known := c.values[n]
			switch {
			case known && size < mostFilled:
				size += len(value)
				return value
			case dynamic[n] != "":
				return template(dynamic[n])
			case strings.HasPrefix(n, "$"):
				return template("$randomHex")
			}
			return variable(name(n))
		})
		if filled == s {
			break
		}
		s = filled
	}
	return s
}

func (c *collection) request(v source.Value, method string, auth source.Value) Request {
	r := Request{Method: method, Address: c.address(v)}
	for _, f := range fields(v, "/header") {
		r.Header = append(r.Header, idem.Field{Name: f.Name, Value: c.fill(f.Value)})
	}
	if own, found := v.Get("/auth"); found && own.Kind == source.Object {
		auth = own
	}
	c.auth(&r, auth)
	c.body(&r, v)
	return r
}

func (c *collection) address(v source.Value) string {
	address := member(v, "/url") + member(v, "/url/raw")
	for _, f := range fields(v, "/url/variable") { // written as :name in a path
		value := c.fill(f.Value)
		if value == "" {
			value = variable(name(f.Name))
		}
		parts := strings.Split(address, "/")
		for i, p := range parts {
			before, query, asked := strings.Cut(p, "?")
			if before != ":"+f.Name {
				continue
			}
			if parts[i] = value; asked {
				parts[i] += "?" + query
			}
		}
		address = strings.Join(parts, "/")
	}
	address = c.fill(address)
	if address != "" && !strings.Contains(address, "://") && !strings.HasPrefix(address, mark) {
		address = "http://" + address
	}
	return address
}

// auth adds the credential of an item or its folder.
func (c *collection) auth(r *Request, auth source.Value) {
	kind := member(auth, "/type")
	given := map[string]string{}
	for _, f := range fields(auth, "/"+kind) {
		given[f.Name] = c.fill(f.Value)
	}
	header := func(name, value string) {
		if r.value(name) == "" {
			r.Header = append(r.Header, idem.Field{Name: name, Value: value})
		}
	}
	switch kind {
	case "", "noauth":
	case "bearer":
		header("Authorization", "Bearer "+orVariable(given["token"], "API_TOKEN"))
	case "oauth2":
		header("Authorization", "Bearer "+orVariable(given["accessToken"], "API_TOKEN"))
	case "basic":
		r.Basic = &Basic{given["username"], given["password"]}
	case "apikey":
		if key := given["key"]; given["in"] == "query" {
			r.Address = withQuery(r.Address, escape(key)+"="+escape(orVariable(given["value"], "API_KEY")))
		} else if key != "" {
			header(key, orVariable(given["value"], "API_KEY"))
		}
	default:
		r.note("the authorisation %q was left out", kind)
	}
}

func orVariable(value, name string) string {
	if value == "" {
		return variable(name)
	}
	return value
}

func (c *collection) body(r *Request, v source.Value) {
	kind := r.value("Content-Type")
	switch mode := member(v, "/body/mode"); mode {
	case "":
	case "raw":
		language := member(v, "/body/options/raw/language")
		if kind == "" {
			kind = map[string]string{"json": "application/json", "xml": "application/xml", "text": "text/plain", "": "text/plain"}[language]
		}
		r.Body = bodyOf(kind, c.fill(member(v, "/body/raw")))
		if r.value("Content-Type") == "" && kind != "" && r.Body.Kind != NoBody {
			r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: kind})
		}
	case "urlencoded", "formdata":
		params := fields(v, "/body/"+mode)
		for i := range params {
			params[i].Value = c.fill(params[i].Value)
		}
		if len(params) == 0 {
			return
		}
		r.drop("Content-Type")
		if r.Body = (Body{Kind: MultipartBody, Form: params}); mode == "urlencoded" {
			r.Body = formBody(params)
			r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: "application/x-www-form-urlencoded"})
		}
	default:
		r.note("the body of mode %q was left out", mode)
	}
}
