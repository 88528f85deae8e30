package intake

import (
	"cmp"
	"slices"
	"strings"

	"github.com/idemspec/idemspec/checks/idem"
	"github.com/idemspec/idemspec/checks/idem/source"
)

// request makes a request of an operation.
func (a api) request(path, method string, op, item source.Value, parameters []opParameter, key string) Request {
	r := Request{Method: method, Key: key}
	query := ""
	for _, p := range parameters {
		if is(p.name, key) {
			continue
		}
		value, shown := a.ofParameter(p)
		switch {
		case p.in == "path":
			if !shown {
				value = variable(name(p.name))
			}
			path = strings.ReplaceAll(path, "{"+p.name+"}", inPath(value))
		case !p.required:
		case p.in == "query":
			query = withQuery(query, escape(p.name)+"="+escape(value))
		case p.in == "header" && !is(p.name, "Authorization", "Accept", "Content-Type"):
			r.Header = append(r.Header, idem.Field{Name: p.name, Value: value})
		}
	}
	r.Address = strings.TrimSuffix(a.server(op, item), "/") + path + query
	a.body(&r, op)
	a.secure(&r, op)
	a.answer(&r, op)
	return r
}

// ofParameter returns a value for a parameter, and whether the document shows
// one: what it does not show becomes a variable.
func (a api) ofParameter(p opParameter) (value string, shown bool) {
	v, shown := a.example(p.value)
	if !shown {
		schema, _ := p.value.Get("/schema")
		schema = a.resolved(schema)
		if v, shown = a.example(schema); !shown {
			v, shown = preset(schema)
		}
	}
	if !shown || v.Kind == source.Array || v.Kind == source.Object {
		return variable(name(p.name)), false
	}
	return v.Text, true
}

// server returns the base address of an operation; a variable if the document
// gives none that is whole.
func (a api) server(op, item source.Value) string {
	for _, level := range []source.Value{op, item, a.root} {
		for _, s := range items(level, "/servers") {
			address := member(s, "/url")
			variables, _ := s.Get("/variables")
			for _, m := range variables.Members {
				address = strings.ReplaceAll(address, "{"+plain(m.Name)+"}", cmp.Or(member(m.Value, "/default"), variable(name(m.Name))))
			}
			if _, _, _, err := split(address); err == nil {
				return address
			}
			if strings.HasPrefix(address, "/") {
				return variable("BASE_URL") + address
			}
		}
	}
	return variable("BASE_URL")
}

// body makes a body of an operation's examples, or else of its schema.
func (a api) body(r *Request, op source.Value) {
	body, _ := op.Get("/requestBody")
	content, _ := a.resolved(body).Get("/content")
	best, rank := source.Member{}, 4
	for _, m := range content.Members {
		media, _, _ := strings.Cut(strings.ToLower(m.Name), ";")
		n := slices.Index([]string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data"}, media)
		if n < 0 {
			if n = 3; strings.HasSuffix(media, "+json") || media == "*/*" {
				n = 0
			}
		}
		if n < rank {
			best, rank = m, n
		}
	}
	if best.Name == "" {
		return
	}
	v, shown := a.example(best.Value)
	if !shown {
		schema, _ := best.Value.Get("/schema")
		v = newSampler(a).sample(schema, 0)
	}
	v = cleaned(v)
	kind := plain(best.Name)
	if kind == "*/*" {
		kind = "application/json"
	}
	r.Header = append(r.Header, idem.Field{Name: "Content-Type", Value: kind})
	switch {
	case rank == 0 && v.Kind == source.String && shown: // an example that is written as text
		r.Body = bodyOf(kind, v.Text)
	case rank == 0 && writable(v, 0):
		r.Body = Body{Kind: JSONBody, JSON: v}
	case rank == 0:
		r.Body = Body{Kind: RawBody, Raw: rawJSON(v)}
	case rank == 1:
		r.Body = formBody(flat("", v))
	case rank == 2:
		r.drop("Content-Type")
		r.Body = Body{Kind: MultipartBody, Form: flat("", v)}
	default:
		r.Body = Body{Kind: RawBody, Raw: v.Text}
	}
}

// flat writes a value as fields of a form, nested ones as a[b].
func flat(prefix string, v source.Value) []idem.Field {
	var all []idem.Field
	switch v.Kind {
	case source.Object:
		for _, m := range v.Members {
			name := m.Name
			if prefix != "" {
				name = prefix + "[" + m.Name + "]"
			}
			all = append(all, flat(name, m.Value)...)
		}
	case source.Array:
		for _, item := range v.Items {
			all = append(all, flat(prefix+"[]", item)...)
		}
	case source.String, source.Number, source.Bool:
		all = append(all, idem.Field{Name: prefix, Value: v.Text})
	case source.Null:
	}
	return all
}

// secure gives a request the credential that an operation asks for, by a
// variable.
func (a api) secure(r *Request, op source.Value) {
	wanted, own := op.Get("/security")
	if !own {
		wanted, _ = a.root.Get("/security")
	}
	for _, alternative := range wanted.Items {
		for _, m := range alternative.Members {
			scheme, _ := a.root.Get("/components/securitySchemes/" + pointed.Replace(m.Name))
			a.credential(r, a.resolved(scheme))
		}
		if len(alternative.Members) > 0 {
			return // the first of the alternatives
		}
	}
}

func (a api) credential(r *Request, scheme source.Value) {
	n := member(scheme, "/name")
	switch kind := member(scheme, "/type"); {
	case kind == "http" && strings.EqualFold(member(scheme, "/scheme"), "basic"):
		r.Basic = &Basic{variable("API_USER"), variable("API_PASSWORD")}
	case kind == "http", kind == "oauth2", kind == "openIdConnect":
		if r.value("Authorization") == "" {
			r.Header = append(r.Header, idem.Field{Name: "Authorization", Value: "Bearer " + variable("API_TOKEN")})
		}
	case kind == "apiKey" && member(scheme, "/in") == "header" && token.MatchString(n):
		if r.value(n) == "" {
			r.Header = append(r.Header, idem.Field{Name: n, Value: variable(name(n))})
		}
	case kind == "apiKey" && member(scheme, "/in") == "query":
		r.Address = withQuery(r.Address, escape(n)+"="+variable(name(n)))
	case kind == "apiKey" && member(scheme, "/in") == "cookie":
		r.Header = append(r.Header, idem.Field{Name: "Cookie", Value: n + "=" + variable(name(n))})
	}
}

// answer takes over what the document says of a successful answer.
func (a api) answer(r *Request, op source.Value) {
	responses, _ := op.Get("/responses")
	for _, m := range responses.Members {
		if !strings.HasPrefix(m.Name, "2") {
			continue
		}
		answer := a.resolved(m.Value)
		headers, _ := answer.Get("/headers")
		r.Located = slices.ContainsFunc(headers.Members, func(h source.Member) bool { return is(h.Name, "Location") })
		content, _ := answer.Get("/content")
		for _, c := range content.Members {
			if !strings.Contains(c.Name, "json") {
				continue
			}
			v, shown := a.example(c.Value)
			if !shown {
				schema, _ := c.Value.Get("/schema")
				s := newSampler(a)
				s.answers = true
				v = s.sample(schema, 0)
			}
			r.Answer = &v
			return
		}
		return
	}
}
