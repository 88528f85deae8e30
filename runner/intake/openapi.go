package intake

import (
	"strings"

	"github.com/idemspec/idemspec/checks/idem/source"
)

// OpenAPI reads the operations that write of an OpenAPI document, 3.0 or 3.1, in
// JSON or YAML.
func OpenAPI(name string, text []byte) ([]Candidate, error) {
	d, err := source.ParseLarge(name, text)
	if err != nil {
		return nil, err
	}
	version := member(d.Root, "/openapi")
	if !strings.HasPrefix(version, "3.0") && !strings.HasPrefix(version, "3.1") {
		at := "/openapi"
		if _, found := d.Root.Get("/swagger"); found {
			at = "/swagger"
		}
		return nil, d.Errorf(at, "convert it to one of these", "only OpenAPI 3.0 and 3.1 are read")
	}
	paths, found := d.Root.Get("/paths")
	if !found || paths.Kind != source.Object {
		return nil, d.Errorf("", "", "the document has no paths")
	}
	a := newAPI(d.Root)
	var all []Candidate
	for _, p := range paths.Members {
		item := a.resolved(p.Value)
		for _, m := range item.Members {
			if len(all) == mostOperations {
				return unique(all), nil
			}
			if method := strings.ToUpper(m.Name); writes(method) && m.Value.Kind == source.Object {
				all = append(all, a.candidate(plain(p.Name), method, item, m.Value))
			}
		}
	}
	return unique(all), nil
}

// mostOperations bounds how many operations are looked at, and mostParameters
// how many parameters of each.
const (
	mostOperations = 20_000
	mostParameters = 200
)

// An api is an OpenAPI document while it is read.
type api struct {
	root       source.Value
	components map[string]source.Value // by their references
	strays     *int                    // references to other parts that may still be followed
}

func newAPI(root source.Value) api {
	strays := 1000
	a := api{root, map[string]source.Value{}, &strays}
	components, _ := root.Get("/components")
	for _, section := range components.Members {
		for _, m := range section.Value.Members {
			a.components["#/components/"+section.Name+"/"+pointed.Replace(m.Name)] = m.Value
		}
	}
	return a
}

// referred returns what a reference leads to. One that leads nowhere or into
// another file stands for nothing.
func (a api) referred(ref string) source.Value {
	v, found := a.components[ref]
	if !found && strings.HasPrefix(ref, "#/") && *a.strays > 0 {
		*a.strays--
		v, _ = a.root.Get(ref[1:])
	}
	return v
}

// chain bounds references that lead to references.
const chain = 20

// resolved follows the references that a value is.
func (a api) resolved(v source.Value) source.Value {
	for range chain {
		ref := member(v, "/$ref")
		if ref == "" {
			return v
		}
		v = a.referred(ref)
	}
	return source.Value{}
}

// An opParameter is one parameter of an operation.
type opParameter struct {
	name, in string
	required bool
	value    source.Value
}

func (a api) candidate(path, method string, item, op source.Value) Candidate {
	id := member(op, "/operationId")
	title := method + " " + path
	if id == "" {
		id = title
	}
	parameters := a.parameters(item, op)
	var headers []string
	for _, p := range parameters {
		if p.in == "header" {
			headers = append(headers, p.name)
		}
	}
	key := keyHeader(headers)
	return Candidate{ID: id, Title: title, Key: key, Make: func() Request {
		return a.request(path, method, op, item, parameters, key)
	}}
}

// parameters lists those of an operation; they replace those of its path.
func (a api) parameters(item, op source.Value) []opParameter {
	var all []opParameter
	for _, level := range []source.Value{item, op} {
		list := items(level, "/parameters")
		for _, v := range list[:min(len(list), mostParameters)] {
			v = a.resolved(v)
			p := opParameter{name: member(v, "/name"), in: member(v, "/in"), value: v}
			required, _ := v.Get("/required")
			p.required = required.Text == "true"
			replaced := false
			for i, other := range all {
				if other.in == p.in && strings.EqualFold(other.name, p.name) {
					all[i], replaced = p, true
				}
			}
			if !replaced && p.name != "" {
				all = append(all, p)
			}
		}
	}
	return all
}
